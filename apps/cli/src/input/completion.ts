/** Something that can be typed at the caret. */
export interface Completion {
  /** What is put there. */
  readonly text: string;
  /** What is shown of it. @default text */
  readonly label?: string | undefined;
  /** A few words on it. */
  readonly summary?: string | undefined;
  /** Typed on, such as a folder: nothing is put behind it, and the list goes on. @default false */
  readonly goesOn?: boolean | undefined;
}

type Found<Value> = readonly Value[] | Promise<readonly Value[]>;

/** What can be typed behind the slash. */
export interface CommandChoice {
  /** Without the slash. */
  readonly name: string;
  readonly aliases?: readonly string[] | undefined;
  /** What stands behind it: `<path>`. */
  readonly hint?: string | undefined;
  readonly summary: string;
}

/** A file or folder. */
export interface PathChoice {
  /** Relative to the session's folder, or as it was begun; a folder ends with a slash. */
  readonly path: string;
}

/** Where completions come from. A source that takes its time answers with a promise and never holds up a key. */
export interface CompletionSources {
  commands?(): Found<CommandChoice>;
  /** What can stand behind a command: models, sessions, modes. Best first. */
  argumentsOf?(command: string, typed: string): Found<Completion>;
  /** Files and folders of the project whose path is like what was typed, best first. @param signal Aborted by the next key. */
  files?(typed: string, signal: AbortSignal): Found<PathChoice>;
  /** Entries of a folder that begin as a path does; for Tab. */
  paths?(typed: string): Found<PathChoice>;
}

/** A place in a text where something can be completed. */
export type Completable =
  | { readonly type: "command"; readonly typed: string; readonly length: number }
  | { readonly type: "argument"; readonly command: string; readonly typed: string; readonly length: number }
  | { readonly type: "file"; readonly typed: string; readonly keyword: string; readonly length: number }
  | { readonly type: "path"; readonly typed: string; readonly length: number };

/**
 * What stands right before the caret and could be completed. `length`: how much of it is replaced.
 *
 * @param asked With Tab: paths are completed anywhere.
 */
export function completableBefore(before: string, asked: boolean): Completable | undefined {
  const command = /^\/([\p{L}\d_-]*)$/u.exec(before);
  if (command) return { type: "command", typed: command[1] ?? "", length: before.length };
  const near = before.slice(-longestPath);
  const file = /(?<![^\s\p{Ps}\p{Pi}"'`])@(file:|folder:)?(?:"([^"\n]*)|([^\s"]*))$/u.exec(near);
  if (file) {
    const [whole, keyword = "", quoted, plain = ""] = file;
    return { type: "file", typed: quoted ?? plain, keyword, length: whole.length };
  }
  const argument = /^\/([a-z][\w-]*)[ \t]+([^\n]*)$/iu.exec(before);
  if (argument) {
    const [, name = "", typed = ""] = argument;
    return { type: "argument", command: name.toLowerCase(), typed, length: typed.length };
  }
  if (!asked) return undefined;
  const typed = /(?<![^\s"'`])(?:[^\s\\"'`]|\\.)*$/u.exec(near)?.[0] ?? "";
  return { type: "path", typed, length: typed.length };
}

const longestPath = 4_096;

/** A path behind an `@`, so that it is read as one mention. */
export function mentionOf(path: string, keyword: string): Completion {
  const isFolder = path.endsWith("/");
  // Plain where every letter of it belongs to the word, its end included.
  const isPlain =
    /^[\p{L}\p{N}_./+~=-]*[\p{L}\p{N}_/+~=-]$/u.test(path) && path !== "diff" && path !== "staged";
  if (isPlain) return { text: `@${keyword}${path}`, label: path, goesOn: isFolder };
  const named = keyword === "" ? (isFolder ? "folder:" : "file:") : keyword;
  return { text: `@${named}"${path}"`, label: path };
}

/** A path as a shell would take it as one word. */
export function shellPath(path: string): Completion {
  return {
    text: path.replace(/([\s\\"'`$&|;<>()*?[\]#!{}])/g, "\\$1"),
    label: path,
    goesOn: path.endsWith("/"),
  };
}
