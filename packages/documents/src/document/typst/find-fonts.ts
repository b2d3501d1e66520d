import { readdir } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";

interface Script {
  readonly name: string;
  readonly characters: RegExp;
  /** Files that have its characters; the family is what Typst calls it. */
  readonly fonts: readonly { readonly file: RegExp; readonly family: string }[];
  readonly install: string;
}

const cjkFonts = [
  { file: /^NotoSansCJK-(?:Regular|Bold)\.ttc$/i, family: "Noto Sans CJK SC" },
  { file: /^DroidSansFallback(?:Full)?\.ttf$/i, family: "Droid Sans Fallback" },
  { file: /^PingFang\.ttc$/i, family: "PingFang SC" },
  { file: /^msyh(?:bd)?\.ttc$/i, family: "Microsoft YaHei" },
];
const cjkInstall = "fonts-noto-cjk (Debian), google-noto-sans-cjk-fonts (Fedora)";
const noto = (name: string, file: string): readonly { file: RegExp; family: string }[] => [
  { file: new RegExp(`^Noto${file}-(?:Regular|Bold)\\.ttf$`), family: name },
];
const core = "fonts-noto-core (Debian), google-noto-fonts-common (Fedora)";

const scripts: readonly Script[] = [
  {
    name: "Arabic",
    characters: /\p{sc=Arabic}/u,
    fonts: [
      ...noto("Noto Naskh Arabic", "NaskhArabic"),
      { file: /^GeezaPro\.ttc$/, family: "Geeza Pro" },
      { file: /^arial(?:bd)?\.ttf$/i, family: "Arial" },
    ],
    install: core,
  },
  {
    name: "Hebrew",
    characters: /\p{sc=Hebrew}/u,
    fonts: [...noto("Noto Serif Hebrew", "SerifHebrew"), { file: /^arial(?:bd)?\.ttf$/i, family: "Arial" }],
    install: core,
  },
  { name: "Chinese", characters: /\p{sc=Han}/u, fonts: cjkFonts, install: cjkInstall },
  { name: "Japanese", characters: /[\p{sc=Hira}\p{sc=Kana}]/u, fonts: cjkFonts, install: cjkInstall },
  { name: "Korean", characters: /\p{sc=Hangul}/u, fonts: cjkFonts, install: cjkInstall },
  {
    name: "Devanagari",
    characters: /\p{sc=Devanagari}/u,
    fonts: noto("Noto Serif Devanagari", "SerifDevanagari"),
    install: core,
  },
  {
    name: "Bengali",
    characters: /\p{sc=Bengali}/u,
    fonts: noto("Noto Serif Bengali", "SerifBengali"),
    install: core,
  },
  {
    name: "Tamil",
    characters: /\p{sc=Tamil}/u,
    fonts: noto("Noto Serif Tamil", "SerifTamil"),
    install: core,
  },
  { name: "Thai", characters: /\p{sc=Thai}/u, fonts: noto("Noto Serif Thai", "SerifThai"), install: core },
  {
    name: "emoji",
    characters: /\p{Emoji_Presentation}/u,
    fonts: [
      { file: /^NotoColorEmoji\.ttf$/, family: "Noto Color Emoji" },
      { file: /^seguiemj\.ttf$/i, family: "Segoe UI Emoji" },
    ],
    install: "fonts-noto-color-emoji (Debian), google-noto-color-emoji-fonts (Fedora)",
  },
];

export interface FoundFonts {
  readonly files: readonly string[];
  readonly families: readonly string[];
  readonly warnings: readonly string[];
}

interface FindFontsOptions {
  /** Chinese, Japanese and Korean have a shape each of the same characters. */
  readonly lang: string;
  /** @default where systems keep them */
  readonly within?: readonly string[] | undefined;
}

/** The fonts of this machine for the scripts of a text. Latin, Greek and Cyrillic come with Typst. */
export async function findFonts(
  text: string,
  { lang, within = folders() }: FindFontsOptions,
): Promise<FoundFonts> {
  const wanted = scripts.filter(({ characters }) => characters.test(text));
  if (wanted.length === 0) return { files: [], families: [], warnings: [] };
  const installed = (await Promise.all(within.map((folder) => filesBelow(folder, 4)))).flat();
  const files = new Set<string>();
  const families = new Set<string>();
  const warnings: string[] = [];
  for (const { name, fonts, install } of wanted) {
    const font = fonts
      .map(({ file, family }) => ({
        family,
        paths: installed.filter((each) => file.test(each.name)).map((each) => each.path),
      }))
      .find(({ paths }) => paths.length > 0);
    if (font === undefined) {
      warnings.push(`No font for ${name} was found; its characters may be missing. Install ${install}.`);
    } else {
      families.add(font.family.replace(/(?<=Noto Sans CJK )SC$/, notoRegion(lang)));
      for (const path of font.paths) files.add(path);
    }
  }
  return { files: [...files], families: [...families], warnings };
}

function notoRegion(lang: string): string {
  if (/^ja\b/i.test(lang)) return "JP";
  if (/^ko\b/i.test(lang)) return "KR";
  return /^zh-(?:tw|hk|hant)/i.test(lang) ? "TC" : "SC";
}

function folders(): readonly string[] {
  const home = homedir();
  return [
    "/usr/share/fonts",
    "/usr/local/share/fonts",
    join(home, ".fonts"),
    join(home, ".local/share/fonts"),
    "/System/Library/Fonts",
    "/Library/Fonts",
    join(home, "Library/Fonts"),
    "C:\\Windows\\Fonts",
  ];
}

interface FontFile {
  readonly name: string;
  readonly path: string;
}

async function filesBelow(folder: string, depth: number): Promise<readonly FontFile[]> {
  // Most of these folders are on other systems.
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const found = await Promise.all(
    entries.map(async (entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return depth > 0 ? await filesBelow(path, depth - 1) : [];
      return [{ name: entry.name, path }];
    }),
  );
  return found.flat();
}
