import { isAbsolute } from "node:path";
import { parse } from "unbash";
import { isOwnGround } from "../paths/judge-path.ts";
import type { PathAccess } from "../paths/judge-path.ts";
import type { Places } from "../paths/places.ts";
import { harmlessDevices } from "../paths/protected-paths.ts";
import type { Finding } from "../finding.ts";
import { scanCode } from "./code/scan-code.ts";
import { readsElsewhere } from "./desk.ts";
import type { Isolation } from "./isolation.ts";
import type { Call, Desk, RunOptions, ScriptText, TouchOptions } from "./desk.ts";
import { judgeEnvironment } from "./programs/environment.ts";
import { judgeProgram } from "./programs/judge-program.ts";
import { judgeImports } from "./scripts/judge-script.ts";
import type { ScriptFile, ScriptFiles } from "./scripts/script-files.ts";
import { whatCounts } from "./scripts/what-counts.ts";
import { Budget, BudgetSpent } from "./shell/budget.ts";
import { runBuiltin } from "./shell/builtins.ts";
import { outputOf, unreadFile } from "./shell/pure-output.ts";
import { ShellState, variablesAtStart } from "./shell/state.ts";
import { ENDLESS, isKnown, shown, UNKNOWN } from "./shell/unknown.ts";
import type { SimpleCommand } from "./shell/simple-command.ts";
import type { Span, WalkHost } from "./shell/walk.ts";
import { noInput } from "./shell/redirect.ts";
import { Walker } from "./shell/walk.ts";
import type { Touch } from "./touches.ts";
import type { Effect, FoundCommand } from "./verdict.ts";
import { quoteShellWord } from "../quote-shell-word.ts";

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
}

/** Some shells take it without blanks, in which the parser sees no function. */
const tightForkBomb = /^\s*([^\s(){};|&'"`#]+)\s*\(\)\s*\{\s*\1\s*\|\s*\1\s*&\s*;?\s*\}\s*;?\s*\1?\s*$/;

const maxRunDepth = 40;
/** More of one kind tell a person nothing new. */
const maxFindings = 200;
const maxTouches = 2000;

/** Reads one command as a whole: walks its shell text, gives every program to its judge, and keeps what they say. */
export class CommandReader implements WalkHost, Desk {
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
  readonly #walker: Walker;
  readonly #seen = new Set<string>();
  #span: Span | undefined;
  #depth = 0;
  #wrappers: readonly string[] = [];
  /** Of the program or code that is judged. */
  #words: readonly string[] = [];

  constructor(options: ReaderOptions) {
    const { cwd, places, budget, variables, scripts, isolation, chain = [], notes = new Set() } = options;
    this.places = places;
    this.notes = notes;
    this.#scripts = scripts;
    this.#chain = chain;
    this.#isolation = isolation;
    this.budget = budget;
    this.#walker = new Walker(new ShellState(cwd, variablesAtStart(places, variables)), this);
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

  touch(access: PathAccess, path: string, { recursive = false }: TouchOptions = {}): void {
    const { cwd, remote } = this.state;
    const absolute = this.resolve(path);
    const place = absolute ?? (isAbsolute(path) ? path : cwd === undefined ? `${UNKNOWN}/${path}` : path);
    if (this.touches.length < maxTouches)
      this.touches.push({ access, path: place, recursive, remote, span: this.#span });
    if (access === "read" && !isOwnGround(place, this.places)) this.notes.add(readsElsewhere);
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
    return this.#wrapped(options.wrapper, () =>
      this.#program({
        argv,
        guess: undefined,
        environment: options.environment ?? new Map(),
        input,
        inherited: [],
      }),
    );
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
    this.budget.spend(1 + (text.length >> 8));
    this.#about([text], () => scanCode(language, text, this));
  }

  scriptAt(path: string): ScriptFile | undefined {
    return this.state.remote || !isKnown(path) ? undefined : this.#scripts?.at(path);
  }

  judgeFile(file: ScriptText): void {
    const { path, isTrusted } = file;
    const scripts = this.#scripts;
    if (scripts === undefined || this.#chain.includes(path)) return;
    const { state } = this;
    const inner = new CommandReader({
      cwd: state.cwd ?? "/",
      places: this.places,
      budget: new Budget({ maxSteps: 20_000, maxMs: scripts.leftMs }),
      variables: { ...state.texts(), ...Object.fromEntries(file.environment ?? []) },
      chain: [...this.#chain, path],
      ...{ scripts, notes: this.notes, isolation: this.#isolation },
    });
    inner.state.cwd = state.cwd;
    inner.state.files = state.files;
    inner.state.script = path;
    inner.state.positional = file.args;
    inner.state.variables.set("BASH_SOURCE", [path]);
    try {
      if (file.language === undefined) inner.read(file.text, file.stdin);
      else {
        inner.code(file.language, file.text);
        if (!isTrusted) judgeImports(path, file.language, file.text, inner);
      }
    } catch (error) {
      if (!(error instanceof BudgetSpent) && !(error instanceof RangeError)) throw error;
      inner.ask("code.unread", "It is too large to be read in time.");
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
    this.budget.spend();
    const [name = ""] = command.argv;
    if (!isKnown(name)) return this.#unknownProgram(command);
    const secret = command.inherited.find((each) =>
      /(KEY|TOKEN|SECRET|PASSW(OR)?D|CREDENTIALS?)$/i.test(each),
    );
    if (secret !== undefined && /^(echo|printf|printenv|cat|tee)$/.test(name))
      this.ask("credentials.shown", `It shows the value of ${secret}.`);
    const expanded = this.#alias(command, walker);
    if (expanded !== undefined) return expanded;
    const result = walker.callFunction(name, command.argv.slice(1), command.input);
    if (result !== undefined) return result;
    return this.#program(command);
  }

  assigned(name: string, value: string): void {
    judgeEnvironment(name, value, this);
  }

  wrote(path: string, content: string | undefined, append: boolean): void {
    const place = this.resolve(path) ?? path;
    if (content === undefined) {
      if (/^\/dev\/(tcp|udp)\//.test(path)) {
        this.effect({ kind: "network", host: path.split("/")[3] });
        this.ask("network.raw", `It opens a raw connection to ${path.slice(9)}.`);
      } else this.touch("write", path);
      return;
    }
    if (content.includes(ENDLESS) && !harmlessDevices.test(place))
      this.flood(`It writes to ${place} without an end.`);
    const { files } = this.state;
    files.set(place, append ? (files.get(place) ?? UNKNOWN) + content : content);
  }

  readFile(path: string): string | undefined {
    if (/^\/dev\/(tcp|udp)\//.test(path)) {
      this.wrote(path, undefined, true);
      return UNKNOWN;
    }
    const place = this.resolve(path) ?? path;
    const known = this.state.files.get(place);
    if (known !== undefined) return known;
    this.touch("read", path);
    const mark = unreadFile(place, this.places);
    return mark === UNKNOWN ? undefined : mark;
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

  flood(reason: string): void {
    this.ask("process.flood", reason);
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
    if (this.#depth >= maxRunDepth) {
      this.notUnderstood("The command is wrapped too deeply.");
      return UNKNOWN;
    }
    if (/[*?]|\[[^\]]+\]/.test(program))
      this.ask("command.unknown", `Which program "${program}" stands for shows only when it runs.`);
    if (/[^\x20-\x7e]/.test(program)) {
      this.ask("command.look-alike", `"${program}" holds characters that only look like a program's name.`);
    }
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
    this.#depth++;
    try {
      return this.#about(
        [...command.argv, ...command.environment.values()],
        () =>
          runBuiltin(call, this, this.#walker) ??
          judgeProgram(call, this, () => this.#record(command.argv)) ??
          outputOf(call, this),
      );
    } finally {
      this.#depth--;
    }
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
    this.ask("command.unknown", `Which program "${command.argv[0] ?? ""}" is shows only when it runs.`);
    if (command.guess !== undefined) this.#program({ ...command, argv: command.guess, guess: undefined });
    this.#record(command.argv);
    return UNKNOWN;
  }

  #unknownScript(text: string, downloaded: boolean): void {
    this.understood = false;
    if (downloaded) this.ask("code.remote", "It runs what it downloads without anybody having read it.");
    else this.ask("code.unknown", `It runs shell text that shows only when it runs: ${text.slice(0, 80)}`);
  }

  /** An alias of the script: its text stands in place of the name. */
  #alias(command: SimpleCommand, walker: Walker): string | undefined {
    const [name = "", ...rest] = command.argv;
    const text = this.state.aliases.get(name);
    if (text === undefined || this.#depth >= maxRunDepth) return undefined;
    this.state.aliases.delete(name);
    this.#depth++;
    try {
      return walker.runText([text, ...rest.map(quoteShellWord)].join(" "), command.input);
    } finally {
      this.#depth--;
      this.state.aliases.set(name, text);
    }
  }

  #wrapped(wrapper: string | undefined, work: () => string): string {
    const outer = this.#wrappers;
    if (wrapper !== undefined) this.#wrappers = [...outer, wrapper];
    this.#depth++;
    try {
      if (this.#depth < maxRunDepth) return work();
      this.notUnderstood("The command is wrapped too deeply.");
      return UNKNOWN;
    } finally {
      this.#depth--;
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
