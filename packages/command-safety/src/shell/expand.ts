import { parse } from "unbash";
import type {
  ArithmeticExpression,
  Assignment,
  ParsedScript,
  ParameterExpansionPart,
  Word,
  WordPart,
} from "unbash";
import type { ArithmeticHost } from "./arithmetic.ts";
import { readArithmetic } from "./arithmetic.ts";
import { expandBraces } from "./braces.ts";
import { stepsOfText } from "./budget.ts";
import type { Budget } from "./budget.ts";
import { expandParameter, readVariable } from "./parameter.ts";
import type { ShellState } from "./state.ts";
import type { Uncertain } from "./uncertain.ts";
import { bounded, isKnown, NUMBER, UNKNOWN } from "./unknown.ts";

/** What expanding words needs of whoever reads the script. */
export interface ExpandHost {
  readonly state: ShellState;
  readonly budget: Budget;
  /** Reads a nested script and gives what it would print. */
  readonly substitute: (
    script: ParsedScript | undefined,
    part: { readonly pos: number; readonly end: number },
  ) => string;
  /** Reads the script of `<(…)` and gives the name of the file that stands for it. */
  readonly processFile: (
    script: ParsedScript | undefined,
    operator: "<" | ">",
    part: { readonly pos: number; readonly end: number },
  ) => string;
  /** A text of which bash runs the substitutions, although it came out of a variable. */
  readonly runHidden: (text: string) => void;
  readonly uncertain: Uncertain | undefined;
}

/** Expands words as bash does, as far as it can be known without running anything. */
export class Expander {
  readonly #host: ExpandHost;

  constructor(host: ExpandHost) {
    this.#host = host;
  }

  /** The arguments that one word becomes: none, one or several. Stars stay as they are. */
  fields(word: Word): readonly string[] {
    this.#host.budget.spend();
    const parts = word.parts;
    if (parts === undefined) return [this.#tilde(word.value, word.text)];
    if (parts.some((part) => part.type === "BraceExpansion")) return this.#braceFields(word);
    const fields = new Fields(this.#separators(), this.#host.budget);
    this.#addParts(parts, fields, true);
    return fields.done();
  }

  /** One word as one text: no splitting, as in an assignment or behind `>`. */
  text(word: Word): string {
    this.#host.budget.spend();
    if (word.parts === undefined) return this.#tilde(word.value, word.text);
    return this.partsText(word.parts);
  }

  partsText(parts: readonly WordPart[]): string {
    const fields = new Fields("", this.#host.budget);
    this.#addParts(parts, fields, true);
    return bounded(fields.done().join(" "));
  }

  /** A heredoc's body: nothing in it is split, and no tilde is a home. */
  bodyText(parts: readonly WordPart[]): string {
    const fields = new Fields("", this.#host.budget);
    this.#addParts(parts, fields, false);
    return bounded(fields.done().join(" "));
  }

  assignmentValue(assignment: Assignment): string | readonly string[] {
    const { value } = assignment;
    if (value.type === "ArrayValue") {
      for (const { text } of value.elements)
        if (text.startsWith("[") && !/^\[\d+\]=/.test(text)) this.#host.uncertain?.number(text);
      return value.elements.flatMap((element) => this.fields(element));
    }
    return this.text(value);
  }

  arithmetic(expression: ArithmeticExpression | undefined): void {
    readArithmetic(expression, this.#arithmeticHost());
  }

  #arithmeticHost(): ArithmeticHost {
    const { state, runHidden, uncertain } = this.#host;
    return {
      expandParts: (parts) => this.partsText(parts),
      variable: (name) => {
        const value = readVariable(name, state);
        return typeof value === "string" || value === undefined ? value : UNKNOWN;
      },
      assign: (name) => {
        uncertain?.names(name);
        if (/^\w+$/.test(name)) state.variables.set(name, NUMBER);
        else uncertain?.number(name);
      },
      runHidden,
      uncertain,
    };
  }

  /** A text that the shell reads as a number. */
  number(text: string): number | undefined {
    const word = text.trim();
    if (/^-?\d+$/.test(word)) return Number(word);
    const script = isKnown(word) && word.length <= 200 ? parse(`((${word}))`) : undefined;
    const command = script?.commands[0]?.command;
    if (script?.errors === undefined && command?.type === "ArithmeticCommand")
      this.arithmetic(command.expression);
    else if (word !== NUMBER) this.#host.uncertain?.number(word);
    return undefined;
  }

  /** A subscript, which the shell reads as a number unless the list is one of names. */
  subscript(text: string, name: string): void {
    if (this.#host.uncertain === undefined || /^[@*]$/.test(text)) return;
    if (!(this.#host.state.variables.get(name) instanceof Map)) this.number(text);
  }

  /** Whether an unclear number is asked about. */
  get isClosed(): boolean {
    return this.#host.uncertain !== undefined;
  }

  #separators(): string {
    const value = this.#host.state.variables.get("IFS");
    return typeof value === "string" ? value : " \t\n";
  }

  #braceFields(word: Word): readonly string[] {
    const words = expandBraces(word.text);
    if (words === undefined) return [UNKNOWN];
    return words.flatMap((text) => {
      this.#host.budget.spend(4);
      const command = parse(`: ${text}`).commands[0]?.command;
      const [made] = command?.type === "Command" ? command.args : [];
      if (made?.type !== "Word") return [];
      // What is still a brace does not expand: it stands for itself.
      const parts = made.parts?.map(braceAsText);
      return this.fields(parts === undefined ? made : { ...made, parts });
    });
  }

  #addParts(parts: readonly WordPart[], fields: Fields, tildes: boolean): void {
    this.#host.budget.spend(parts.length);
    for (const [index, part] of parts.entries()) {
      if (part.type === "Literal" && index === 0 && tildes) fields.add(this.#tilde(part.value, part.text));
      else this.#addPart(part, fields, false);
    }
  }

  #addPart(part: WordPart, fields: Fields, quoted: boolean): void {
    switch (part.type) {
      case "Literal":
      case "Glob":
      case "SingleQuoted":
      case "AnsiCQuoted":
        fields.add(
          part.value,
          part.type !== "SingleQuoted" && part.type !== "AnsiCQuoted" ? undefined : true,
        );
        return;
      case "ExtendedGlob":
      case "BraceExpansion":
        fields.add(part.text);
        return;
      case "DoubleQuoted":
      case "LocaleString":
        fields.open(part.parts);
        for (const child of part.parts) this.#addPart(child, fields, true);
        return;
      case "SimpleExpansion":
        this.#addParameter(
          {
            ...simpleParameter,
            pos: part.pos,
            end: part.end,
            text: part.text,
            parameter: part.text.slice(1),
          },
          fields,
          quoted,
        );
        return;
      case "ParameterExpansion":
        this.#addParameter(part, fields, quoted);
        return;
      case "CommandExpansion": {
        const output = this.#host.substitute(part.script, part).replace(/\n+$/, "");
        fields.addValue(output, quoted);
        return;
      }
      case "ArithmeticExpansion":
        this.arithmetic(part.expression);
        fields.add(NUMBER);
        return;
      case "ProcessSubstitution":
        fields.add(this.#host.processFile(part.script, part.operator, part));
        return;
      default:
        fields.add(UNKNOWN);
    }
  }

  #addParameter(part: ParameterExpansionPart, fields: Fields, quoted: boolean): void {
    const { state, runHidden, uncertain } = this.#host;
    if (part.index !== undefined && uncertain !== undefined)
      this.subscript(this.text(part.index), part.parameter);
    const values = expandParameter(part, {
      ...{ state, runHidden, uncertain },
      text: (word) => this.text(word),
      number: (text) => this.number(text),
    });
    const isUnset =
      part.operation === undefined &&
      part.prefix === undefined &&
      values.length === 1 &&
      values[0] === "" &&
      part.index === undefined &&
      readVariable(part.parameter, state) === undefined &&
      !/^[@*\d]/.test(part.parameter);
    if (isUnset) return fields.addValue(UNKNOWN, quoted);
    const isList = part.parameter === "@" || part.index?.value === "@";
    const isJoined = part.parameter === "*" || part.index?.value === "*";
    if (quoted && isJoined) fields.addValue(values.join(this.#separators().slice(0, 1)), true);
    else if (isList || isJoined || values.length > 1) fields.addList(values, quoted);
    else fields.addValue(values[0] ?? "", quoted);
  }

  /** `~` and `~/x` at the beginning of a word that is not quoted there. */
  #tilde(value: string, text: string): string {
    if (!text.startsWith("~")) {
      // `dd of=~/x`: bash takes what looks like an assignment for one, in an argument, too.
      const [, before, path] = /^([A-Za-z_]\w*=)(~(?:\/[^]*)?)$/.exec(text === value ? value : "") ?? [];
      return before === undefined || path === undefined ? value : before + this.#tilde(path, path);
    }
    const [, name = "", rest = ""] = /^~([^/]*)([^]*)$/.exec(value) ?? [];
    const { variables, cwd } = this.#host.state;
    const home = variables.get("HOME");
    if (name === "") return (typeof home === "string" ? home : UNKNOWN) + rest;
    if (name === "+") return (cwd ?? UNKNOWN) + rest;
    if (name === "root") return `/root${rest}`;
    return /^[\w.-]+$/.test(name) ? (name === "-" ? UNKNOWN : `/home/${name}`) + rest : value;
  }
}

const simpleParameter = {
  type: "ParameterExpansion",
  parameterPos: 0,
  parameterEnd: 0,
  prefix: undefined,
  index: undefined,
  operation: undefined,
} as const;

/** Collects the fields of one word while its parts are read. */
class Fields {
  readonly #separators: string;
  readonly #budget: Budget;
  readonly #done: string[] = [];
  #current = "";
  #isOpen = false;

  constructor(separators: string, budget: Budget) {
    this.#separators = separators;
    this.#budget = budget;
  }

  add(text: string, opens = text !== ""): void {
    this.#budget.spend(stepsOfText(text.length));
    this.#current = bounded(this.#current + text);
    this.#isOpen ||= opens;
  }

  /** `""` makes an argument although it is empty; `"$@"` of nothing makes none. */
  open(parts: readonly WordPart[]): void {
    const isListOnly =
      parts.length === 1 &&
      (parts[0]?.text === "$@" || (parts[0]?.type === "ParameterExpansion" && parts[0].index?.value === "@"));
    if (!isListOnly) this.#isOpen = true;
  }

  addValue(value: string, quoted: boolean): void {
    if (quoted || this.#separators === "") this.add(value, quoted || value !== "");
    else this.#addSplit(value);
  }

  addList(values: readonly string[], quoted: boolean): void {
    for (const [index, value] of values.entries()) {
      if (index > 0) this.#close();
      if (quoted) this.add(value, true);
      else this.#addSplit(value);
    }
  }

  done(): readonly string[] {
    this.#close();
    this.#budget.spend(this.#done.length >> 3);
    return this.#done;
  }

  #addSplit(value: string): void {
    if (value === "") return;
    this.#budget.spend(stepsOfText(value.length));
    let word = "";
    for (const char of value) {
      if (!this.#separators.includes(char)) {
        word += char;
        continue;
      }
      this.add(word);
      word = "";
      if (this.#isOpen || !/\s/.test(char)) this.#close();
    }
    this.add(word);
  }

  #close(): void {
    if (this.#isOpen) this.#done.push(this.#current);
    this.#current = "";
    this.#isOpen = false;
  }
}

function braceAsText(part: WordPart): WordPart {
  if (part.type !== "BraceExpansion") return part;
  return { type: "Literal", pos: part.pos, end: part.end, text: part.text, value: part.text };
}
