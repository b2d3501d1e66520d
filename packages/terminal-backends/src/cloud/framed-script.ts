import { quoteShellWord } from "../shell-script.ts";

export interface FramedScriptOptions {
  readonly script: string;
  /** Whether anything will be sent to its standard input. */
  readonly input: boolean;
  /** Variables that the script gets. */
  readonly variables: Readonly<Record<string, string>>;
}

/** First character of the line that says where input is taken. Base64 has no such character. */
export const inputLineStart = ".";

/** Whoever writes to a place of input says by this that it was gone. */
const inputGoneCode = 3;

/**
 * Puts a script into a way that carries text alone and no input. Its standard output comes as lines of base64, each
 * whole in itself; standard error and the exit code are as they are. What it reads comes as files, whose names are told
 * through a named pipe; the first line of the output says in which folder.
 *
 * Needs `base64`, `dd` and, for input, `mkfifo` there.
 */
export function frameScript({ script, input, variables }: FramedScriptOptions): string {
  const exports = Object.entries(variables).map(([name, value]) => `export ${name}=${quoteShellWord(value)}`);
  const encoded = Buffer.from([...exports, script].join("\n")).toString("base64");
  // The descriptors that carry the status and the text are not the script's.
  const run = `sh -c "$script" 3>&- 4>&-${input ? "" : " </dev/null"}`;
  const withInput = [
    `${relay} | { ${run}`,
    // Nobody reads any more: the relay is to end.
    'echo $? >&3; { echo . >&5; } 5<>"$folder/in"; }',
  ].join("\n");
  const running = input ? withInput : `{ ${run}\necho $? >&3; }`;
  return [
    `script=$(printf %s ${encoded} | base64 -d)`,
    ...(input ? [openInput] : []),
    "exec 4>&1",
    `status=$( { ${running} | ${encode} >&4 3>&-; } 3>&1 )`,
    ...(input ? ['rm -rf -- "$folder"'] : []),
    "exit ${status:-1}",
  ].join("\n");
}

/** A script that gives a part of the input, counted from 1, or its end. */
export function inputScript(
  folder: string,
  part: { readonly number: number; readonly data?: Uint8Array },
): string {
  const pipe = quoteShellWord(`${folder}/in`);
  const file = quoteShellWord(`${folder}/${part.number}`);
  const store =
    part.data === undefined
      ? []
      : [`printf %s ${Buffer.from(part.data).toString("base64")} | base64 -d >${file} || exit 1`];
  const line = part.data === undefined ? "." : String(part.number);
  // Opened for both ways, so that it waits for nobody.
  return [`[ -p ${pipe} ] || exit ${inputGoneCode}`, ...store, `{ echo ${line} >&5; } 5<>${pipe}`].join("\n");
}

const openInput =
  'folder=$(umask 077; mktemp -d "${TMPDIR:-/tmp}/hermes-XXXXXXXX") && mkfifo -m 600 "$folder/in" || exit 1';

// Told when the pipe is open: what nobody holds open loses what was written to it.
const relay = [
  `{ printf '${inputLineStart}%s\\n' "$folder" >&4`,
  'while IFS= read -r part; do case $part in .) break;; esac; cat "$folder/$part"; rm -f "$folder/$part"',
  'done; } 0<>"$folder/in"',
].join("\n");

// One reading each, so that what is there goes out at once.
const encode = [
  'while text=$(dd bs=65536 count=1 2>/dev/null | base64); [ -n "$text" ]; do',
  "printf '%s\\n' \"$text\"; done",
].join(" ");
