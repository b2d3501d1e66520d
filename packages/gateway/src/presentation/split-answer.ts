import { findFences } from "./fences.ts";

/** A file that an answer names to be sent; not checked yet. */
export interface NamedFile {
  /** As it was written: relative to the workspace, below `~`, or absolute. */
  readonly path: string;
  /** As what the answer wants it to be sent. Absent: by its content. */
  readonly as?: "voice" | "document" | undefined;
  /** What stands in its place as a description. */
  readonly caption?: string | undefined;
}

export interface SplitAnswer {
  /** Markdown without the directives. Empty for silence. */
  readonly text: string;
  readonly files: readonly NamedFile[];
}

/**
 * Takes an answer apart into text and files. `MEDIA:path` names a file, in quotes or back-ticks where the path has spaces, and so
 * does an image link to a path; `[[audio_as_voice]]` and `[[as_document]]` say how the files are sent. In code, quotes and
 * strings they are just text. An answer that is a silence marker gives nothing.
 */
export function splitAnswer(markdown: string): SplitAnswer {
  if (isSilence(markdown)) return { text: "", files: [] };
  const files: NamedFile[] = [];
  let wanted: NamedFile["as"];
  const fences = findFences(markdown);
  let at = 0;
  const lines = markdown.split("\n").flatMap((line) => {
    const from = at;
    at += line.length + 1;
    const isCode = fences.some((fence) => from >= fence.from && from < fence.to) || /^(?: {4}|\t)/.test(line);
    if (isCode || /^ {0,3}>/.test(line)) return [line];
    const rest = outsideCode(line, (text) =>
      text.replace(directives, (whole, ...parts: readonly unknown[]) => {
        // Names of the groups, as the pattern has them; the last argument holds them.
        const groups = parts.at(-1) as Readonly<Record<string, string | undefined>>;
        const { before = "", how, ticked, quoted, apostrophed, bare, alt, image } = groups;
        if (how !== undefined) wanted = how === "audio_as_voice" ? "voice" : "document";
        else if (image !== undefined) files.push({ path: image, ...(alt ? { caption: alt } : {}) });
        else {
          const path = ticked ?? quoted ?? apostrophed ?? bare?.replace(/[.,;:!?)\]]+$/, "");
          if (path === undefined || path === "") return whole;
          files.push({ path });
          return before + (bare?.slice(path.length) ?? "");
        }
        return before;
      }),
    );
    return rest !== line && rest.trim() === "" ? [] : [rest === line ? line : rest.trimEnd()];
  });
  return {
    text: lines.join("\n").trim() === "" ? "" : lines.join("\n"),
    files: wanted === undefined ? files : files.map((file) => ({ ...file, as: wanted })),
  };
}

const directives =
  /(?<before>^|\s)(?:\[\[(?<how>audio_as_voice|as_document)\]\]|MEDIA:[ \t]?(?:`(?<ticked>[^`\n]+)`|"(?<quoted>[^"\n]+)"|'(?<apostrophed>[^'\n]+)'|(?<bare>[^\s`"'<>]+))|!\[(?<alt>[^\]\n]*)\]\((?<image>(?:file:\/\/)?(?:~?\/|\.{1,2}\/)[^)\s]+)\))/g;

/** Changes a line outside its code spans; a span that is nothing but a directive counts as one. */
function outsideCode(line: string, change: (text: string) => string): string {
  const unticked = line.replace(/(^|\s)`(MEDIA:[^`\n]+)`/g, (_, before: string, named: string) => {
    const path = named.slice("MEDIA:".length).trim();
    return /["'`]/.test(path) ? `${before}${named}` : `${before}MEDIA:\`${path}\``;
  });
  return unticked
    .split(/((?<!MEDIA:[ \t]?)(?<!`)`[^`\n]+`(?!`))/)
    .map((part, index) => (index % 2 === 1 ? part : change(part)))
    .join("");
}

const silences: readonly string[] = ["[SILENT]", "SILENT", "NO_REPLY", "NO REPLY"];

/** Whether the whole answer says that nothing is to be said. */
export function isSilence(answer: string): boolean {
  return silences.includes(answer.trim());
}

/** Whether what was written so far may yet be a silence marker, so that it is not shown. */
export function couldBecomeSilence(soFar: string): boolean {
  const text = soFar.trim();
  return silences.some((marker) => marker.startsWith(text));
}
