/** A skill as it came, before anything of it is on a disk. */
export interface SkillPackage {
  readonly name: string;
  readonly files: readonly PackageFile[];
  readonly symlinks?: readonly PackageLink[] | undefined;
  /** Names of archive entries as the archive has them, before anything made them harmless. */
  readonly raw_paths?: readonly string[] | undefined;
  /** Sizes an archive claims, in bytes. */
  readonly declared?: readonly DeclaredSize[] | undefined;
}

export interface PackageFile {
  /** Relative to the skill's folder, with `/`. */
  readonly path: string;
  /** Text, or the bytes of what may be none. */
  readonly content: string | Uint8Array;
}

export interface PackageLink {
  readonly path: string;
  readonly target: string;
}

export interface DeclaredSize {
  readonly path: string;
  readonly size?: number | undefined;
  readonly unpacked_size?: number | undefined;
  readonly entries?: number | undefined;
}

export type FileKind = "markdown" | "script" | "manifest" | "data" | "binary";

/** What a file is, by its name and its first bytes: an image that begins with `#!` is a script. */
export function kindOf(file: PackageFile): FileKind {
  const text = textOf(file);
  if (text === undefined) return "binary";
  const name = file.path.split("/").at(-1)?.toLowerCase() ?? "";
  if (/\.(?:md|mdx|markdown|mdc)$/.test(name)) return "markdown";
  if (manifestNames.test(name)) return "manifest";
  if (text.startsWith("#!") || scriptNames.test(name)) return "script";
  // A template becomes somebody's program; a file beside scripts is one.
  return /^(?:.*\/)?(?:scripts|templates|bin|hooks)\//.test(file.path) ? "script" : "data";
}

/** Undefined for bytes that are no text. */
export function textOf({ content }: PackageFile): string | undefined {
  if (typeof content === "string") return looksBinary(content) ? undefined : content;
  const text = new TextDecoder("utf-8").decode(content);
  return looksBinary(text) ? undefined : text;
}

function looksBinary(text: string): boolean {
  const head = text.slice(0, 8_000);
  return head.includes("\0") || (head.match(/\uFFFD/g)?.length ?? 0) > head.length / 20 + 2;
}

const scriptNames =
  /\.(?:sh|bash|zsh|fish|ksh|py|pyw|pyi|ipynb|js|mjs|cjs|ts|mts|cts|jsx|tsx|rb|pl|pm|php|lua|go|rs|java|kt|swift|c|cc|cpp|h|cs|ps1|psm1|bat|cmd|vbs|applescript|scpt|awk|r|jl|ex|exs|html?|svg|tmpl|tpl|j2|jinja|ejs|hbs|mustache|sql|service|timer|plist|desktop|command)$|^(?:rakefile|justfile|\.?bashrc|\.?zshrc|\.?profile|\.envrc)$/;

const manifestNames =
  /^(?:package(?:-lock)?\.json|pyproject\.toml|setup\.(?:py|cfg)|requirements.*\.txt|pipfile|cargo\.toml|build\.rs|go\.mod|gemfile|composer\.json|makefile|dockerfile.*|docker-compose.*|compose\.ya?ml|\.npmrc|pip\.conf|\.pre-commit-config\.yaml|tasks\.json|launch\.json|settings\.json|devcontainer\.json|\.mcp\.json|mcp\.json|conftest\.py|sitecustomize\.py|binding\.gyp|environment\.ya?ml|flake\.nix|action\.ya?ml|.*\.pth)$/;
