import { isKnown } from "../shell/unknown.ts";

const address = String.raw`(?:\d+|\$|/(?:\\.|[^/\\\n])*/I?)`;
const part = String.raw`(?:\\[^]|(?!DELIM)[^\\\n])*`;

function replacement(delimiter: string): string {
  const body = part.replace("DELIM", delimiter);
  return `[sy]${delimiter}${body}${delimiter}${body}${delimiter}[gpiI\\d]*`;
}

/** Printing, deleting and replacing: nothing that runs, reads or writes another file. */
const sedScript = (() => {
  const command = `[aic][^\\n\\\\]+|[pdqDPNnGgHhx=]|q\\d+|${["/", "\\|", "#", ",", "@", ":", "!"].map(replacement).join("|")}`;
  const one = `\\s*(?:${address}(?:,[+~]?${address})?)?\\s*!?\\s*(?:${command})\\s*`;
  return new RegExp(`^(?:${one}(?:[;\\n]|$))+$`);
})();

/** Without `print` a `>` compares. */
const awkProgram =
  /^(?:(?![^]*\bprint)|(?![^]*>))(?![^]*\b(system|getline|close|fflush|ENVIRON|PROCINFO|ARGV|ARGC|SYMTAB|FUNCTAB|include|load|namespace|eval)\b)(?:\|\||[^|@\\]|\\[^\n])*$/;
const jqFilter =
  /^(?![^]*(\benv\b|\$ENV|\b(import|include|modulemeta|input_filename|get_search_list)\b))[^]*$/;
const remote =
  /^(?!.*::)(https:\/\/[\w.@:~-]+\/[\w.~/-]*|(ssh:\/\/)?[\w.-]+@[\w.-]+[:/][\w.~/-]+|[\w.+:][\w./@{}^~+:*=-]*)$/;
const webAddress = /^(https?:\/\/)?(\[::1\]|[\w.-]+)(:\d+)?([/?#]\S*)?$/;
const gitSetting =
  /^([\w.-]+|(user\.(name|email)|init\.defaultbranch|pull\.(rebase|ff)|push\.(default|autosetupremote)|color\.\w+|advice\.\w+|core\.(autocrlf|eol|filemode|ignorecase|quotepath)|merge\.(conflictstyle|ff)|rebase\.autostash|fetch\.prune) [^\n]*)$/i;

/** What the data of a program must look like. Of the first ones the code alone is held against it, of the others each word. */
export const codeOf: Readonly<Record<string, RegExp>> = {
  sed: sedScript,
  ...{ awk: awkProgram, gawk: awkProgram, mawk: awkProgram, nawk: awkProgram },
  jq: jqFilter,
};

export const wordsOf: Readonly<Record<string, RegExp>> = {
  ...{ make: /^[\w./%-]+$/, gmake: /^[\w./%-]+$/ },
  ...{
    "git fetch": remote,
    "git pull": remote,
    "git push": remote,
    "git clone": remote,
    "git ls-remote": remote,
  },
  ...{ "git remote add": remote, "git remote set-url": remote },
  ...{ curl: webAddress, wget: webAddress },
  unset: /^\w+$/,
  cmake: /^[\w./-]+$/,
};

/** What all operands together, with blanks between them, must look like. */
export const lineOf: Readonly<Record<string, RegExp>> = {
  "git config": gitSetting,
  trap: /^(?:-|[^$`]*)(?: (?:EXIT|INT|TERM|HUP|0))+$/,
};

/** Values of options that are data only where they look like this. */
export const valueOf: Readonly<Record<string, RegExp>> = {
  "cmake D": /^\w+(:\w+)?=(ON|OFF|TRUE|FALSE|Debug|Release|RelWithDebInfo|MinSizeRel|\d+)$/i,
  "set o": /^(pipefail|errexit|nounset|xtrace)$/,
  "gofmt r": /^never$/,
  // What begins with @ is a file that is sent.
  ...{
    "curl d": /^[^@]/,
    "curl data": /^[^@]/,
    "curl json": /^[^@]/,
    "curl H": /^[^@]/,
    "curl header": /^[^@]/,
  },
};

const unary = /^-[a-zA-Z]$/;
const binary = /^(==?|!=|[<>]|-(eq|ne|lt|le|gt|ge|nt|ot|ef))$/;

/** Whether `test` takes its words for what they look like, whatever unknown ones turn out to be. */
export function isPlainTest(args: readonly string[]): boolean {
  const words = args.at(-1) === "]" ? args.slice(0, -1) : args;
  const names = words.filter((_, index) => words[index - 1] === "-v" || words[index - 1] === "-R");
  if (!names.every((name) => /^\w+$/.test(name))) return false;
  if (words.length < 2 || words.every(isKnown)) return true;
  if (words.length > 4) return false;
  const rest = words[0] === "!" ? words.slice(1) : words;
  if (rest.length === 1) return true;
  if (rest.length === 2) return unary.test(rest[0] ?? "");
  return rest.length === 3 && binary.test(rest[1] ?? "");
}
