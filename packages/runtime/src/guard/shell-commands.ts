import { unwrapCommand } from "./unwrap-command.ts";

/** A program with its arguments as the shell would hand them over: quotes gone, known variables filled in. */
export interface ShellCommand {
  /** Wrappers (`sudo`, `env`, `timeout`, …) taken off; the program without its folder. */
  readonly words: readonly string[];
  readonly wrappers: readonly string[];
  /** Files that are written by `>`, `>>` and the like. */
  readonly writes: readonly string[];
  readonly reads: readonly string[];
  /** Its input comes from another command. */
  readonly piped: boolean;
  /** Text given by a heredoc or a here-string. */
  readonly input: string | undefined;
}

/** What is known when a command is read; `variables` changes as assignments are met. */
export interface ShellScope {
  readonly variables: Map<string, string>;
}

/** Stands in a word for output that is not known: `$(…)`, backticks, `<(…)`. */
export const unknownOutput = "\u{FFFD}";

/**
 * Reads the commands out of a shell text, those within `$(…)`, `bash -c`, `eval` and heredocs for a shell included.
 * Not a shell: loops and functions are read as if every part ran once, in order.
 */
export function readShellCommands(text: string, scope: ShellScope, depth = 0): readonly ShellCommand[] {
  if (depth > 8) return [];
  return new ShellReader(text, scope, depth).read();
}

const keywords = new Set([
  "if",
  "then",
  "else",
  "elif",
  "while",
  "until",
  "do",
  "!",
  "{",
  "}",
  "coproc",
  "function",
]);

class ShellReader {
  readonly #text: string;
  readonly #scope: ShellScope;
  readonly #depth: number;
  readonly #found: ShellCommand[] = [];
  #at = 0;
  #parens = 0;
  #words: string[] = [];
  #writes: string[] = [];
  #reads: string[] = [];
  #input: string | undefined;
  #piped = false;
  /** Depth of the brackets whose commands share the input of a pipe. */
  #pipedGroup: number | undefined;
  #heredocs: { readonly end: string; readonly stripTabs: boolean }[] = [];

  constructor(text: string, scope: ShellScope, depth: number) {
    this.#text = text.replaceAll("\\\r\n", "").replaceAll("\\\n", "");
    this.#scope = scope;
    this.#depth = depth;
  }

  read(): readonly ShellCommand[] {
    while (this.#at < this.#text.length) this.#step();
    this.#end(false);
    return this.#found;
  }

  #step(): void {
    const rest = this.#text.slice(this.#at, this.#at + 3);
    const char = rest[0] ?? "";
    if (char === " " || char === "\t" || char === "\r") this.#at++;
    else if (char === "#") this.#skipLine();
    else if (char === "\n") this.#newline();
    else if (rest.startsWith("<(") || rest.startsWith(">(")) this.#addWords(this.#word());
    else if (/^(\d*|&)[<>]/.test(this.#text.slice(this.#at, this.#at + 4))) this.#redirect();
    else if (char === "|" || char === "&" || char === ";") this.#operator(char);
    else if (char === "(") this.#open();
    else if (char === ")") this.#close();
    else this.#addWords(this.#word());
  }

  #skipLine(): void {
    const end = this.#text.indexOf("\n", this.#at);
    this.#at = end === -1 ? this.#text.length : end;
  }

  #newline(): void {
    this.#at++;
    // The bodies belong to the command of the line that ends here.
    for (const { end, stripTabs } of this.#heredocs.splice(0))
      this.#input = `${this.#input ?? ""}${this.#body(end, stripTabs)}`;
    this.#end(false);
  }

  #body(end: string, stripTabs: boolean): string {
    const lines: string[] = [];
    while (this.#at < this.#text.length) {
      const lineEnd = this.#text.indexOf("\n", this.#at);
      const raw = this.#text.slice(this.#at, lineEnd === -1 ? undefined : lineEnd);
      this.#at = lineEnd === -1 ? this.#text.length : lineEnd + 1;
      const line = stripTabs ? raw.replace(/^\t+/, "") : raw;
      if (line === end) break;
      lines.push(line);
    }
    return lines.join("\n");
  }

  #operator(char: string): void {
    while (this.#text[this.#at] === char) this.#at++;
    const doubled = this.#text[this.#at - 2] === char;
    if (char === "|" && this.#text[this.#at] === "&") this.#at++;
    this.#end(char === "|" && !doubled);
  }

  #open(): void {
    this.#at++;
    this.#parens++;
    if (this.#piped) this.#pipedGroup ??= this.#parens;
    this.#end(false);
  }

  #close(): void {
    this.#at++;
    // A closing bracket without an opening one ends the pattern of a `case`, which is no command.
    if (this.#parens === 0) this.#words = [];
    this.#end(false);
    if (this.#parens === this.#pipedGroup) this.#pipedGroup = undefined;
    this.#parens = Math.max(0, this.#parens - 1);
  }

  #redirect(): void {
    const [operator = ""] = /^(\d*|&)(<<<|<<-?|<>|<&|>>|>&|>\||<|>)/.exec(this.#text.slice(this.#at)) ?? [];
    this.#at += Math.max(1, operator.length);
    while (this.#text[this.#at] === " " || this.#text[this.#at] === "\t") this.#at++;
    const target = this.#word()[0] ?? "";
    if (operator.endsWith("<<<")) this.#input = target;
    else if (operator.includes("<<")) this.#heredocs.push({ end: target, stripTabs: operator.endsWith("-") });
    else if (operator.endsWith("&") && /^(\d+-?|-)$/.test(target)) return;
    else if (operator.includes(">")) this.#writes.push(target);
    else this.#reads.push(target);
  }

  /** One word of the text; more than one where a variable holds several. */
  #word(): string[] {
    const words: string[] = [];
    let word = "";
    let quote = "";
    const start = this.#at;
    for (; this.#at < this.#text.length; this.#at++) {
      const char = this.#text[this.#at] ?? "";
      if (quote === "'") {
        if (char === "'") quote = "";
        else word += char;
      } else if (char === "\\") {
        word += this.#text[++this.#at] ?? "";
      } else if (char === '"') {
        quote = quote === "" ? '"' : "";
      } else if (char === "'" && quote === "") {
        quote = "'";
      } else if (char === "$" && this.#text[this.#at + 1] === "'" && quote === "") {
        word += this.#ansiText();
      } else if (char === "$" || char === "`") {
        const value = this.#expand(char);
        const parts = quote === "" ? value.split(/\s+/) : [value];
        for (const part of parts.slice(0, -1)) {
          words.push(word + part);
          word = "";
        }
        word += parts.at(-1) ?? "";
      } else if (
        (char === "<" || char === ">") &&
        quote === "" &&
        this.#text[this.#at + 1] === "(" &&
        this.#at === start
      ) {
        this.#at++;
        this.#nested(this.#bracketed("(", ")"));
        word += unknownOutput;
      } else if (quote === "" && /[\s;&|<>()]/.test(char)) {
        break;
      } else {
        word += char;
      }
    }
    if (this.#at === start) this.#at++;
    return [...words, word];
  }

  /** `$'…'`; stands on the `$`, leaves on the closing quote. */
  #ansiText(): string {
    const match = /^\$'((?:[^'\\]|\\[\s\S])*)'/.exec(this.#text.slice(this.#at));
    if (match === null) return "$";
    this.#at += match[0].length - 1;
    return (match[1] ?? "").replace(/\\(x[0-9a-fA-F]{1,2}|[0-7]{1,3}|.)/g, (_, code: string) => {
      if (code.startsWith("x") && code.length > 1)
        return String.fromCharCode(Number.parseInt(code.slice(1), 16));
      if (/^[0-7]/.test(code)) return String.fromCharCode(Number.parseInt(code, 8));
      return { n: "\n", t: "\t", r: "\r" }[code] ?? code;
    });
  }

  /** What begins with `$` or a backtick; leaves on its last character. */
  #expand(char: string): string {
    if (char === "`") {
      const end = this.#text.indexOf("`", this.#at + 1);
      const inner = this.#text.slice(this.#at + 1, end === -1 ? undefined : end);
      this.#at = end === -1 ? this.#text.length : end;
      return this.#nested(inner);
    }
    const next = this.#text[this.#at + 1] ?? "";
    if (next === "(") {
      this.#at++;
      const inner = this.#bracketed("(", ")");
      const output = this.#nested(inner);
      return /^\(.*\)$/s.test(inner) ? "0" : output;
    }
    if (next === "{") {
      this.#at++;
      const inner = this.#bracketed("{", "}");
      for (const [, nested = ""] of inner.matchAll(/\$\(([^()]*)\)/g)) this.#nested(nested);
      const [, name = "", fallback] = /^(\w+)(?::?[-=](.*))?$/.exec(inner) ?? [];
      return this.#scope.variables.get(name) ?? fallback ?? `\${${inner}}`;
    }
    const name = /^[A-Za-z_]\w*/.exec(this.#text.slice(this.#at + 1))?.[0];
    if (name === undefined) return "$";
    this.#at += name.length;
    return this.#scope.variables.get(name) ?? `$${name}`;
  }

  #nested(inner: string): string {
    this.#found.push(...readShellCommands(inner, this.#scope, this.#depth + 1));
    return unknownOutput;
  }

  /** The text between brackets that begin here; leaves on the closing one. */
  #bracketed(open: string, close: string): string {
    const start = this.#at + 1;
    let depth = 0;
    let quote = "";
    for (; this.#at < this.#text.length; this.#at++) {
      const char = this.#text[this.#at] ?? "";
      if (char === "\\" && quote !== "'") this.#at++;
      else if (quote !== "") quote = char === quote ? "" : quote;
      else if (char === "'" || char === '"') quote = char;
      else if (char === open) depth++;
      else if (char === close && --depth === 0) break;
    }
    return this.#text.slice(start, this.#at);
  }

  #addWords(words: readonly string[]): void {
    for (const word of words) {
      if (this.#words.length === 0 && keywords.has(word)) continue;
      if (word !== "" || this.#words.length > 0) this.#words.push(word);
    }
  }

  #end(pipes: boolean): void {
    const words = this.#words;
    if (words.length > 0 || this.#writes.length > 0) {
      const plain = this.#assign(words);
      const command = unwrapCommand(plain);
      const made = {
        ...command,
        writes: this.#writes,
        reads: this.#reads,
        piped: this.#piped || this.#pipedGroup !== undefined,
        input: this.#input,
      };
      this.#found.push(made, ...this.#inner(made));
    }
    this.#words = [];
    this.#writes = [];
    this.#reads = [];
    this.#input = undefined;
    this.#piped = pipes;
  }

  /** Remembers `NAME=value` and gives the words behind it. */
  #assign(words: readonly string[]): readonly string[] {
    const assignments =
      words[0] === "export" || words[0] === "local" || words[0] === "declare" ? words.slice(1) : words;
    let count = 0;
    for (const word of assignments) {
      const [, name, value = ""] = /^([A-Za-z_]\w*)=([\s\S]*)$/.exec(word) ?? [];
      if (name === undefined) break;
      this.#scope.variables.set(name, value);
      count++;
    }
    return words.slice(assignments === words ? count : 0);
  }

  /** Commands that this one runs by itself: the text of `bash -c`, the words behind `find -exec`. */
  #inner(command: ShellCommand): readonly ShellCommand[] {
    const { words, input, piped } = command;
    const [name = ""] = words;
    const texts: string[] = [];
    if (shells.test(name)) {
      const flag = words.findIndex((word, index) => index > 0 && /^-\w*c$/.test(word));
      if (flag > 0) texts.push(words[flag + 1] ?? "");
      else if (input !== undefined) texts.push(input);
    }
    if (name === "eval") texts.push(words.slice(1).join(" "));
    if (name === "watch" || name === "su")
      texts.push(
        words
          .filter((word) => !word.startsWith("-"))
          .slice(1)
          .join(" "),
      );
    if (name === "ssh") texts.push(remoteCommand(words), input ?? "");
    for (const [index, word] of words.entries()) {
      if (name === "find" && /^-(exec|execdir|ok|okdir)$/.test(word))
        texts.push(quoted(words.slice(index + 1)));
    }
    const read = texts.flatMap((text) => readShellCommands(text, this.#scope, this.#depth + 1));
    return read.map((inner) => (piped ? { ...inner, piped } : inner));
  }
}

export const shells: RegExp = /^(ba|z|da|k|fi|a)?sh$/;

function remoteCommand(words: readonly string[]): string {
  const host = words.findIndex(
    (word, index) =>
      index > 0 && !word.startsWith("-") && !/^-[bcDEeFIiJLlmOopQRSWw]$/.test(words[index - 1] ?? ""),
  );
  return host === -1 ? "" : words.slice(host + 1).join(" ");
}

function quoted(words: readonly string[]): string {
  return words.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(" ");
}
