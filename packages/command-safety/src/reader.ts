import { isAbsolute } from "node:path";
import { parse } from "unbash";
import { isWorkspaceOrScratch } from "./paths/judge-path.ts";
import type { PathAccess } from "./paths/judge-path.ts";
import type { Places } from "./paths/places.ts";
import type { Finding } from "./finding.ts";
import { scanCode } from "./scripts/scan-code.ts";
import type { ClosedReading } from "./closed/closed-reading.ts";
import { readsElsewhere } from "./command-context.ts";
import type { Isolation } from "./isolation.ts";
import type { Call, CommandContext, RunOptions, ScriptText, TouchOptions } from "./command-context.ts";
import { noteContent, openToRead, openToWrite } from "./opened-files.ts";
import { judgeEnvironment } from "./programs/environment.ts";
import { judgeProgram } from "./programs/judge-program.ts";
import type { ScriptFile, ScriptFiles } from "./scripts/script-files.ts";
import { whatCounts } from "./scripts/what-counts.ts";
import { Budget, BudgetSpent, maxSteps, stepsOfText } from "./shell/budget.ts";
import { runBuiltin } from "./shell/builtins.ts";
import { outputOf } from "./shell/output.ts";
import { ShellState, variablesAtStart } from "./shell/state.ts";
import { isKnown, shown, UNKNOWN } from "./shell/unknown.ts";
import type { SimpleCommand } from "./shell/simple-command.ts";
import type { Span, WalkHost } from "./shell/walk.ts";
import { noInput } from "./shell/redirect.ts";
import { Walker } from "./shell/walk.ts";
import type { Touch } from "./touches.ts";
import type { Effect, FoundCommand } from "./verdict.ts";

export interface ReaderOptions {
  readonly cwd: string;
  readonly places: Places;
  readonly budget: Budget;
  readonly variables: Readonly<Record<string, string>>;
  /** Files on the disk. Undefined: none can be seen from here. */
  readonly scripts?: ScriptFiles | undefined;
  /** The files that run this one, outermost first. */
  readonly chain?: readonly string[] | undefined;
  readonly notes?: Set<string> | undefined;
  /** The wall around the place where it runs. Undefined: there is none. */
  readonly isolation?: Isolation | undefined;
  /** Asks about what is not known for sure. Undefined: the reading is open. */
  readonly closed?: ((context: CommandContext) => ClosedReading) | undefined;
}

/** Some shells take it without blanks, in which the parser sees no function. */
const tightForkBomb = /^\s*([^\s(){};|&'"`#]+)\s*\(\)\s*\{\s*\1\s*\|\s*\1\s*&\s*;?\s*\}\s*;?\s*\1?\s*$/;

const maxRunDepth = 40;
/** More of one kind tell a person nothing new. */
const maxFindings = 200;
const maxTouches = 2000;

/** Reads one command as a whole: walks its shell text, gives every program to its judge, and keeps what they say. */
export class CommandReader implements WalkHost, CommandContext {
  readonly findings: Finding[] = [];
  readonly effects: Effect[] = [];
  readonly commands: FoundCommand[] = [];
  readonly touches: Touch[] = [];
  understood = true;
  readonly places: Places;
  readonly budget: Budget;
  readonly notes: Set<string>;
  readonly #scripts: ScriptFiles | undefined;
  readonly #chain: readonly string[];
  readonly #isolation: Isolation | undefined;
  readonly #makeClosed: ReaderOptions["closed"];
  readonly uncertain: ClosedReading | undefined;
  readonly #walker: Walker;
  readonly #seen = new Set<string>();
  #span: Span | undefined;
  #depth = 0;
  #wrappers: readonly string[] = [];
  /** Of the program or code that is judged. */
  #words: readonly string[] = [];

  constructor(options: ReaderOptions) {
    const { cwd, places, budget, variables, scripts } = options;
    const { isolation, chain = [], notes = new Set(), closed } = options;
    this.places = places;
    this.notes = notes;
    this.#scripts = scripts;
    this.#chain = chain;
    this.#isolation = isolation;
    this.budget = budget;
    this.#makeClosed = closed;
    this.uncertain = closed?.(this);
    this.#walker = new Walker(new ShellState(cwd, variablesAtStart(places, variables)), this);
    // What an earlier call has set is not known.
    if (closed !== undefined) this.state.positional = undefined;
  }

  get state(): ShellState {
    return this.#walker.state;
  }

  /** @param stdin What it reads from its input, where that is known. */
  read(command: string, stdin?: string): void {
    if (tightForkBomb.test(command)) this.forkBomb(":");
    this.#walker.script(parse(command), { ...noInput, text: stdin });
    this.#walker.runDeferred();
    this.#walker.walkUncalled();
    this.uncertain?.ends();
  }

  // What judges of tools say.

  ask(id: string, reason: string, at?: readonly string[]): void {
    if (this.#isolation?.counts(id, { ...this.state, at, words: this.#words }) === false) return;
    this.#add({ id, severity: "ask", reason: shown(reason), ...this.#standing() });
  }

  refuse(id: string, reason: string): void {
    this.#add({ id, severity: "refuse", reason: shown(reason), ...this.#standing() });
  }

  #standing(): Pick<Finding, "command" | "span"> {
    const command = this.#words.length === 0 ? {} : { command: shown(this.#words.join(" ")).slice(0, 4_000) };
    return { ...command, span: this.#span };
  }

  effect(effect: Effect): void {
    if (this.effects.length < maxFindings) this.effects.push(effect);
  }

  touch(
    access: PathAccess,
    path: string,
    { recursive = false, searched, byProject }: TouchOptions = {},
  ): void {
    const { cwd, remote } = this.state;
    const absolute = this.resolve(path);
    const place = absolute ?? (isAbsolute(path) ? path : cwd === undefined ? `${UNKNOWN}/${path}` : path);
    const { uncertain } = this;
    if (absolute !== undefined && byProject !== true) uncertain?.uses(access, absolute);
    const facts = {
      access,
      recursive,
      searched,
      remote,
      isClosed: uncertain !== undefined,
      span: this.#span,
    };
    for (const each of [place, ...(uncertain?.others(path) ?? [])])
      if (this.touches.length < maxTouches) this.touches.push({ ...facts, path: each });
    if (access === "read" && !isWorkspaceOrScratch(place, this.places)) this.notes.add(readsElsewhere);
    this.effect({ kind: access, path: shown(place) });
  }

  resolve(path: string): string | undefined {
    return this.state.resolve(path);
  }

  run(argv: readonly string[], options: RunOptions = {}): string {
    const [name = ""] = argv;
    if (name === "") return "";
    this.budget.spend(1 + (argv.length >> 3));
    if (options.remote === true || options.cwd !== undefined) {
      return this.#walker.inFork(() => {
        this.state.enter(options);
        return this.run(argv, { ...options, remote: undefined, cwd: undefined });
      });
    }
    const input = { text: options.stdin, downloaded: options.downloaded === true };
    const environment = options.environment ?? new Map<string, string>();
    const wordUncertainty = () => ({ splits: false, matches: false });
    const command = { argv, environment, input, wordUncertainty };
    return this.#wrapped(options.wrapper, () => this.#program(command));
  }

  script(text: string, options: RunOptions = {}): string {
    if (!isKnown(text)) this.#unknownScript(text, options.downloaded === true);
    if (tightForkBomb.test(text)) this.forkBomb(":");
    const input = { text: options.stdin, downloaded: options.downloaded === true };
    const work = (): string => {
      this.state.enter(options);
      return this.#walker.runText(text, input);
    };
    return this.#wrapped(options.wrapper, () =>
      options.inPlace === true ? work() : this.#walker.inFork(work),
    );
  }

  code(language: string, text: string): void {
    this.budget.spend(1 + stepsOfText(text.length));
    // A program of awk is held against its row.
    if (this.uncertain !== undefined && language !== "awk")
      this.ask("code.unknown", `It runs code in ${language}, which is read by its words and not understood.`);
    this.#about([text], () => scanCode(language, text, this));
  }

  scriptAt(path: string): ScriptFile | undefined {
    if (this.state.remote || !isKnown(path)) return undefined;
    const script = this.#scripts?.at(path);
    if (script !== undefined) this.uncertain?.runsProject(path);
    return script;
  }

  judgeFile(file: ScriptText): void {
    const { path, isTrusted } = file;
    const scripts = this.#scripts;
    if (scripts === undefined || this.#chain.includes(path)) return;
    const { state } = this;
    const inner = new CommandReader({
      cwd: state.cwd ?? "/",
      places: this.places,
      budget: new Budget(maxSteps, scripts.budget),
      variables: { ...state.texts(), ...Object.fromEntries(file.environment ?? []) },
      chain: [...this.#chain, path],
      ...{ scripts, notes: this.notes, isolation: this.#isolation },
      closed: isTrusted ? undefined : this.#makeClosed,
    });
    inner.state.cwd = state.cwd;
    inner.state.files = state.files;
    inner.state.script = path;
    inner.state.positional = file.args;
    inner.state.variables.set("BASH_SOURCE", [path]);
    try {
      if (file.language === undefined) inner.read(file.text, file.stdin);
      else inner.code(file.language, file.text);
    } catch (error) {
      if (!(error instanceof BudgetSpent) && !(error instanceof RangeError)) throw error;
      inner.ask("code.unread", "It is too large to be read to its end.");
    }
    this.#takeOver(inner, file);
  }

  #takeOver(inner: CommandReader, file: ScriptText): void {
    if (!file.isTrusted) this.understood &&= inner.understood;
    const { findings, touches, effects, commands } = whatCounts(inner, file, this.places);
    for (const finding of findings) this.#add({ ...finding, span: this.#span });
    for (const touch of touches)
      if (this.touches.length < maxTouches) this.touches.push({ ...touch, span: this.#span });
    for (const effect of effects) this.effect(effect);
    this.commands.push(...commands.slice(0, Math.max(0, maxFindings - this.commands.length)));
  }

  // What the walker finds.

  runCommand(command: SimpleCommand, walker: Walker): string {
    const work = (): string => this.#command(command, walker);
    return this.uncertain === undefined ? work() : this.uncertain.command(command.wordUncertainty(), work);
  }

  #command(command: SimpleCommand, walker: Walker): string {
    this.budget.spend();
    const [name = ""] = command.argv;
    if (!isKnown(name)) return this.#unknownProgram(command);
    return walker.callFunction(name, command.argv.slice(1), command.input) ?? this.#program(command);
  }

  assigned(name: string, value: string): void {
    judgeEnvironment(name, value, this);
  }

  wrote(path: string, content: string | undefined, append: boolean): void {
    if (content !== undefined) return noteContent(path, content, append, this);
    const open = (): void => openToWrite(path, this);
    if (this.uncertain === undefined) open();
    else this.uncertain.opening(open);
  }

  readFile(path: string): string | undefined {
    return openToRead(path, this);
  }

  notUnderstood(reason: string): void {
    this.understood = false;
    this.ask("command.unclear", reason);
  }

  partlyKnown(): void {
    this.understood = false;
    this.ask("command.unknown-part", "A part of the command is only known when it runs.");
  }

  forkBomb(name: string): void {
    this.refuse(
      "process.fork-bomb",
      `The function "${name}" starts itself again and again until nothing else runs.`,
    );
  }

  at<T>(span: Span | undefined, work: () => T): T {
    const outer = this.#span;
    this.#span = span ?? outer;
    try {
      return work();
    } finally {
      this.#span = outer;
    }
  }

  #program(command: SimpleCommand): string {
    const [program = "", ...args] = command.argv;
    if (/[*?]|\[[^\]]+\]/.test(program))
      this.ask("command.unknown", `Which program "${program}" stands for shows only when it runs.`);
    if (/[^\x20-\x7e]/.test(program))
      this.ask("command.look-alike", `"${program}" holds characters that only look like a program's name.`);
    for (const [name, value] of command.environment) judgeEnvironment(name, value, this);
    const call: Call = {
      name: program.slice(program.lastIndexOf("/") + 1),
      program,
      args,
      stdin: command.input.text,
      downloaded: command.input.downloaded,
      environment: command.environment,
      wrappers: this.#wrappers,
    };
    return this.#deeper(() =>
      this.#about([...command.argv, ...command.environment.values()], () => {
        this.uncertain?.program(call);
        const output = runBuiltin(call, this, this.#walker);
        return output ?? judgeProgram(call, this, () => this.#record(command.argv)) ?? outputOf(call, this);
      }),
    );
  }

  #about<T>(words: readonly string[], work: () => T): T {
    const outer = this.#words;
    this.#words = words;
    try {
      return work();
    } finally {
      this.#words = outer;
    }
  }

  #record(argv: readonly string[]): void {
    if (this.commands.length >= maxFindings) return;
    this.budget.spend(argv.length >> 3);
    const words = argv.map(shown);
    this.commands.push({ argv: words, text: words.join(" ") });
  }

  #unknownProgram(command: SimpleCommand): string {
    this.understood = false;
    this.ask("command.unknown", "Which program it runs shows only when it runs.");
    this.#record(command.argv);
    return UNKNOWN;
  }

  #unknownScript(text: string, downloaded: boolean): void {
    this.understood = false;
    if (downloaded) this.ask("code.remote", "It runs what it downloads without anybody having read it.");
    else this.ask("code.unknown", `It runs shell text that shows only when it runs: ${text.slice(0, 80)}`);
  }

  #deeper<T>(work: () => T): T | string {
    this.#depth++;
    try {
      if (this.#depth <= maxRunDepth) return work();
      this.notUnderstood("The command is wrapped too deeply.");
      return UNKNOWN;
    } finally {
      this.#depth--;
    }
  }

  #wrapped(wrapper: string | undefined, work: () => string): string {
    const outer = this.#wrappers;
    if (wrapper !== undefined) this.#wrappers = [...outer, wrapper];
    try {
      return this.#deeper(work);
    } finally {
      this.#wrappers = outer;
    }
  }

  #add(given: Finding): void {
    const { reason } = given;
    const finding = { ...given, reason: reason.length > 400 ? `${reason.slice(0, 400)}…` : reason };
    const key = `${finding.id}\n${finding.script ?? ""}\n${finding.reason}`;
    if (this.#seen.has(key)) return;
    if (this.findings.length >= maxFindings && finding.severity === "ask") return;
    this.#seen.add(key);
    this.findings.push(finding);
  }
}
