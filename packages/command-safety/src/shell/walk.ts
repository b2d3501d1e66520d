import { parse } from "unbash";
import type {
  AndOr,
  Case,
  Command,
  CommandNode,
  CompoundList,
  ParsedScript,
  Pipeline,
  PipelineNode,
  Statement,
} from "unbash";
import { stepsOfText } from "./budget.ts";
import type { Budget } from "./budget.ts";
import { Expander } from "./expand.ts";
import { assignVariable } from "./assign.ts";
import { readCondition } from "./condition.ts";
import type { FileHost, Input, RedirectOptions } from "./redirect.ts";
import { noInput, withRedirects } from "./redirect.ts";
import type { LoopHost } from "./loops.ts";
import { readLoop } from "./loops.ts";
import { isDownload, isForkBomb, surelySucceeds } from "./shapes.ts";
import type { SimpleCommand } from "./simple-command.ts";
import { readSimpleCommand } from "./simple-command.ts";
import type { FunctionBody, ShellState } from "./state.ts";
import type { Uncertain } from "./uncertain.ts";
import { bounded, isKnown, UNKNOWN } from "./unknown.ts";

export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Whoever gives meaning to what the walker finds. */
export interface WalkHost extends FileHost {
  readonly budget: Budget;
  runCommand(command: SimpleCommand, walker: Walker): string;
  assigned(name: string, value: string): void;
  /** Absent: what is uncertain is not asked about. */
  readonly uncertain?: Uncertain | undefined;
  /** The text can't be read to its end. */
  notUnderstood(reason: string): void;
  /** The text is read, but a part of it shows only when it runs. */
  partlyKnown(): void;
  forkBomb(name: string): void;
  /** Runs `work` with findings spoken of a place in the text. */
  at<T>(span: Span | undefined, work: () => T): T;
}

const maxDepth = 60;

/** Walks everything that a script runs, in order, with the state that a shell would have. */
export class Walker {
  state: ShellState;
  readonly expander: Expander;
  readonly #host: WalkHost;
  /** Offsets of nested texts mean nothing in the text as typed. */
  #isNested = false;
  #depth = 0;
  #processFiles = 0;
  readonly #deferred: string[] = [];
  readonly #files: RedirectOptions;
  readonly #loops: LoopHost;
  readonly #active = new Set<FunctionBody>();
  readonly #called = new Set<FunctionBody>();

  constructor(state: ShellState, host: WalkHost) {
    this.state = state;
    this.#host = host;
    const walker = this;
    this.expander = new Expander({
      get state() {
        return walker.state;
      },
      budget: host.budget,
      substitute: (script, part) => this.#substitute(script, part),
      processFile: (script, operator, part) => this.#processFile(script, operator, part),
      runHidden: (text) => void this.runText(`: "${text.replaceAll('"', "")}"`, noInput),
      uncertain: host.uncertain,
    });
    this.#files = { expander: this.expander, host };
    this.#loops = {
      get state() {
        return walker.state;
      },
      expander: this.expander,
      list: (list, input) => this.#list(list, input),
      forkBomb: (name) => host.forkBomb(name),
      uncertain: host.uncertain,
    };
  }

  /** Walks a text that is a script of its own: `bash -c`, `eval`, a trap. */
  runText(text: string, input: Input): string {
    if (!isKnown(text)) this.#host.partlyKnown();
    this.#host.budget.spend(stepsOfText(text.length));
    const script = parse(text);
    const wasNested = this.#isNested;
    this.#isNested = true;
    try {
      return this.script(script, input);
    } finally {
      this.#isNested = wasNested;
    }
  }

  script(script: ParsedScript, input: Input): string {
    const [error] = script.errors ?? [];
    if (error !== undefined) this.#host.notUnderstood(`The shell text is not complete: ${error.message}.`);
    return this.#deeper(() => this.#statements(script.commands, input));
  }

  /** A copy of the shell: what happens in it stays there. */
  inFork<T>(work: () => T): T {
    const outer = this.state;
    this.state = this.#fork();
    try {
      return work();
    } finally {
      this.state = outer;
    }
  }

  #fork(): ShellState {
    this.#host.budget.spend((this.state.variables.size + this.state.functions.size) >> 6);
    return this.state.fork();
  }

  /** Calls a function of the script; `undefined` when there is none of that name. */
  callFunction(name: string, args: readonly string[], input: Input): string | undefined {
    const found = this.state.functions.get(name);
    if (found === undefined) return undefined;
    this.#called.add(found.body);
    if (this.#active.has(found.body)) return UNKNOWN;
    this.#active.add(found.body);
    const outer = this.state.positional;
    this.state.positional = args;
    try {
      return this.#deeper(() => this.#functionBody(found.body, input));
    } finally {
      this.state.positional = outer;
      this.#active.delete(found.body);
    }
  }

  /** Keeps a text for the end of the script. False within a text that is a shell of its own: its end comes before. */
  defer(text: string): boolean {
    if (this.#isNested || this.#deferred.length >= 16) return false;
    this.#deferred.push(text);
    return true;
  }

  runDeferred(): void {
    for (const text of this.#deferred) this.runText(text, noInput);
  }

  /** Functions that nothing called: a later command may. */
  walkUncalled(): void {
    for (const { body } of this.state.functions.values()) {
      if (this.#called.has(body)) continue;
      this.#active.add(body);
      this.inFork(() => {
        this.state.positional = undefined;
        this.#functionBody(body, noInput);
      });
    }
  }

  #deeper(work: () => string): string {
    if (this.#depth >= maxDepth) {
      this.#host.notUnderstood("The command is nested too deeply.");
      return UNKNOWN;
    }
    this.#depth++;
    try {
      return work();
    } finally {
      this.#depth--;
    }
  }

  #statements(statements: readonly Statement[], input: Input): string {
    let output = "";
    for (const statement of statements) {
      const before = this.state.cwd;
      if (statement.background === true) this.#host.uncertain?.unordered();
      output += this.#statement(statement, input);
      if (statement.background === true) this.state.cwd = before;
      else this.state.leave(before);
      // The rest may run in each folder that was left.
      this.#host.budget.spend(this.state.left.length >> 4);
    }
    return bounded(output);
  }

  #statement({ command }: Statement, input: Input): string {
    this.#host.budget.spend();
    return command.type === "AndOr" ? this.#andOr(command, input) : this.#pipelineNode(command, input);
  }

  #list(list: CompoundList, input: Input): string {
    return this.#deeper(() => this.#statements(list.commands, input));
  }

  #andOr(node: AndOr, input: Input): string {
    const [first, ...rest] = node.commands;
    if (first === undefined) return "";
    let output = this.#pipelineNode(first, input);
    let isCertain = surelySucceeds(first);
    for (const [index, command] of rest.entries()) {
      const runs = node.operators[index] === "&&" && isCertain;
      const before = runs ? undefined : this.#fork();
      const more = this.#pipelineNode(command, input);
      if (before !== undefined) {
        // Behind `&&` the folder that was changed to is the one that counts: what follows usually relies on it.
        const { cwd } = this.state;
        this.state.joinMaybe(before);
        if (node.operators[index] === "&&") this.state.cwd = cwd;
      }
      output = runs || more === "" ? output + more : UNKNOWN;
      isCertain = isCertain && surelySucceeds(command);
    }
    return bounded(output);
  }

  #pipelineNode(node: PipelineNode, input: Input): string {
    return node.type === "Pipeline" ? this.#pipeline(node, input) : this.#node(node, input);
  }

  #pipeline({ commands }: Pipeline, input: Input): string {
    if (commands.length === 1 && commands[0] !== undefined) return this.#node(commands[0], input);
    let current = input;
    this.#host.uncertain?.unordered();
    for (const [index, command] of commands.entries()) {
      const last = index === commands.length - 1;
      const output = this.inFork(() => this.#node(command, current));
      // `lastpipe` may be set: what the last part reads into variables is then kept, and unknown here.
      if (last) return output;
      current = { text: output, downloaded: current.downloaded || isDownload(command) };
    }
    return "";
  }

  #node(node: CommandNode, input: Input): string {
    this.#host.budget.spend();
    switch (node.type) {
      case "Command":
        return this.#simple(node, input);
      case "Redirected":
        return withRedirects(node.redirects, input, this.#files, (given) => this.#node(node.command, given));
      case "Subshell":
        return this.inFork(() => this.#list(node.body, input));
      case "BraceGroup":
        return this.#list(node.body, input);
      case "If":
        return this.#branches(
          [node.clause, ...node.elif.map((each) => each.clause)],
          [node.then, ...node.elif.map((each) => each.then), node.else],
          input,
        );
      case "While":
      case "For":
      case "Select":
      case "ArithmeticFor":
        return readLoop(node, input, this.#loops);
      case "Case":
        return this.#case(node, input);
      case "TestCommand":
        readCondition(node.expression, {
          budget: this.#host.budget,
          expander: this.expander,
          runHidden: (text) => void this.runText(`: "${text}"`, noInput),
          notUnderstood: (reason) => this.#host.notUnderstood(reason),
        });
        return "";
      case "ArithmeticCommand":
        this.expander.arithmetic(node.expression);
        return "";
      case "Function":
        return this.#define(node.name.value, node.body);
      case "Coproc":
        this.#host.uncertain?.unordered();
        this.inFork(() =>
          node.body.type === "CompoundList" ? this.#list(node.body, noInput) : this.#node(node.body, noInput),
        );
        return "";
      default:
        this.#host.notUnderstood("The command has a part of a kind that is not known.");
        return UNKNOWN;
    }
  }

  #define(name: string, body: FunctionBody): string {
    if (isForkBomb(name, body)) this.#host.forkBomb(name);
    this.#host.uncertain?.defines(name);
    this.state.functions.set(name, { body });
    return "";
  }

  #functionBody(body: FunctionBody, input: Input): string {
    return body.type === "CompoundList" ? this.#list(body, input) : this.#node(body, input);
  }

  /** Of the bodies at most one runs; an absent one stands for the case that none does. */
  #branches(
    clauses: readonly CompoundList[],
    bodies: readonly (CompoundList | undefined)[],
    input: Input,
  ): string {
    let output = "";
    for (const clause of clauses) output += this.#list(clause, input);
    const before = this.state;
    const ends: ShellState[] = [];
    const texts = new Set<string>();
    for (const body of bodies) {
      this.state = before;
      this.state = this.#fork();
      texts.add(body === undefined ? "" : this.#list(body, input));
      ends.push(this.state);
    }
    this.state = before;
    before.joinAll(ends);
    const [text = ""] = texts;
    return bounded(output + (texts.size > 1 || text !== "" ? UNKNOWN : ""));
  }

  #case(node: Case, input: Input): string {
    this.expander.text(node.word);
    for (const item of node.items) for (const pattern of item.pattern) this.expander.text(pattern);
    return this.#branches([], [...node.items.map((item) => item.body), undefined], input);
  }

  #substitute(
    script: ParsedScript | undefined,
    part: { readonly pos: number; readonly end: number },
  ): string {
    if (script === undefined) return UNKNOWN;
    const fixed =
      script.source !== undefined && !this.#isNested ? { start: part.pos, end: part.end } : undefined;
    const wasNested = this.#isNested;
    if (fixed !== undefined) this.#isNested = true;
    try {
      return this.#host.at(fixed, () => this.inFork(() => this.#substituted(script)));
    } finally {
      this.#isNested = wasNested;
    }
  }

  #substituted(script: ParsedScript): string {
    const [only] = script.commands;
    const command = only?.command;
    // `$(< file)` is the content of the file.
    if (script.commands.length === 1 && command?.type === "Command" && command.name === undefined) {
      const [redirect] = command.redirects;
      if (redirect?.type === "Redirect" && redirect.operator === "<" && redirect.target !== undefined)
        return this.#host.readFile(this.expander.text(redirect.target)) ?? UNKNOWN;
    }
    return this.script(script, noInput);
  }

  #processFile(
    script: ParsedScript | undefined,
    operator: "<" | ">",
    part: { readonly pos: number; readonly end: number },
  ): string {
    const path = `/dev/fd/${63 + this.#processFiles++}`;
    if (operator === "<") this.state.files.set(path, this.#substitute(script, part));
    else if (script !== undefined) {
      // What the program writes there is the input of this script.
      this.inFork(() => this.script(script, { text: UNKNOWN, downloaded: false }));
    }
    return path;
  }

  #simple(node: Command, input: Input): string {
    const span = this.#isNested ? undefined : { start: node.pos, end: node.end };
    return this.#host.at(span, () =>
      withRedirects(node.redirects, input, this.#files, (given) => this.#words(node, given)),
    );
  }

  #words(node: Command, input: Input): string {
    const command = readSimpleCommand(node, input, this);
    return command === undefined ? "" : this.#host.runCommand(command, this);
  }

  readonly assign = (
    name: string,
    value: string | readonly string[],
    append: boolean,
    index: string | undefined,
  ): void => {
    this.#host.uncertain?.names(name);
    if (typeof value === "string") this.#host.assigned(name, value);
    if (index !== undefined) this.expander.subscript(index, name);
    assignVariable(this.state, { name, value, append, index });
  };
}
