/** A call, as far as it can be compared with another attempt at the same thing. */
export interface Attempt {
  readonly tool: string;
  /** The words of each command of a shell line: quotes gone, without variables, redirections and changes of folder. */
  readonly commands: readonly (readonly string[])[] | undefined;
  /** Texts and numbers among the arguments by their names; empty for a command. */
  readonly values: ReadonlyMap<string, string | number>;
}

export function attemptOf(tool: string, args: unknown): Attempt {
  const command = commandOf(args);
  if (command !== undefined) return { tool, commands: commandsOf(command), values: new Map() };
  const values = new Map<string, string | number>();
  collect(args, "", values);
  return { tool, commands: undefined, values };
}

/**
 * Whether a call that works is another attempt at what a failed one was to do: the same program, subcommand and targets,
 * or the same values, with something added, corrected in spelling, or changed to what the error names. What merely uses
 * the same tool is not.
 */
export function isSameAttempt(failed: Attempt, worked: Attempt, error: string): boolean {
  if (failed.tool !== worked.tool) return false;
  if (failed.commands === undefined || worked.commands === undefined) {
    if (failed.commands !== worked.commands) return false;
    return failed.values.size > 0 && haveSameValues(failed.values, worked.values, error);
  }
  return areSameCommands(failed.commands, worked.commands, error);
}

/** Whether two calls run one program: `python` and `python3` count as one. Calls that run none do. */
export function runSameProgram(one: Attempt, other: Attempt): boolean {
  if (one.commands === undefined || other.commands === undefined) return true;
  const { commands } = other;
  return one.commands.some((command) => commands.some((each) => startsAlike(command, each)));
}

/** A call in a few words. */
export function labelOf({ tool, commands, values }: Attempt): string {
  const words =
    commands?.map((command) => command.join(" ")).join(" && ") ?? `${tool} ${[...values.values()].join(" ")}`;
  return words.replaceAll(/\s+/g, " ").slice(0, 40);
}

/** Whether most of what a call says stands in a text, such as a fix. */
export function isMentionedIn(text: string, { commands, values }: Attempt): boolean {
  const told = new Set(wordsOf(text));
  const own = (commands?.flat() ?? [...values.values()].map(String)).flatMap(wordsOf);
  return own.length > 0 && own.filter((word) => told.has(word)).length >= own.length * 0.6;
}

type Commands = readonly (readonly string[])[];

function areSameCommands(failed: Commands, worked: Commands, error: string): boolean {
  const [main, ...chained] = failed;
  if (main === undefined || worked.flat().some((word) => standardOptions.test(word))) return false;
  if (main.length > 1 && chained.length === 0 && worked.some((each) => endsWith(each, main))) return true;
  const operands = [main.slice(1), ...chained].flat().filter((word) => !isOption(word));
  const added = worked.flat().filter((word) => !failed.flat().includes(word));
  return (
    worked.some((each) => startsAlike(main, each) && takesSameFirst(main, each, error)) &&
    areFound(
      operands.filter((operand) => !worked.flat().includes(operand)),
      added,
      error,
    )
  );
}

/** Whether the first operand, often a subcommand, is the same, with nothing but options before it. */
function takesSameFirst(failed: readonly string[], worked: readonly string[], error: string): boolean {
  const given = worked.slice(programLength(failed, worked));
  const first = failed.slice(1).find((word) => !isOption(word));
  // A program alone may be meant for anything: `make`, then `make clean`.
  if (first === undefined) return given.every(isOption);
  const at = given.findIndex((word) => matchOf(first, word, error) !== "none");
  const leading = given.slice(0, at);
  return (
    at !== -1 &&
    leading.every((word, index) => isOption(word) || leading[index - 1]?.startsWith("-") === true)
  );
}

/** Whether all parts are found again, at most one of them changed. */
function areFound(parts: readonly string[], others: readonly string[], error: string): boolean {
  let changed = 0;
  for (const part of parts) {
    const matches = others.map((other) => matchOf(part, other, error));
    if (matches.includes("kept")) continue;
    if (!matches.includes("changed")) return false;
    changed++;
  }
  return changed <= 1;
}

function isOption(word: string): boolean {
  return /^[-+]|=/.test(word);
}

/** What the standards of the GNU project have every program answer about itself, instead of doing its work. */
const standardOptions = /^--(?:help|version)$/;

function endsWith(words: readonly string[], end: readonly string[]): boolean {
  const tail = words.slice(-end.length);
  return words.length > end.length && end.every((word, index) => word === tail[index]);
}

/** Whether a command begins with the program of another, which may be written as one word or as two: `docker-compose`. */
function startsAlike([program = ""]: readonly string[], other: readonly string[]): boolean {
  const wanted = wordsOf(baseOf(program));
  const start = [baseOf(other[0] ?? ""), ...other.slice(1)].flatMap(wordsOf);
  return (
    wanted.length > 0 &&
    wanted.every((word, index) => {
      const found = start[index] ?? "";
      return word === found || withoutVersion(word) === withoutVersion(found);
    })
  );
}

/** How many words of a command are what another begins with: two for `docker compose`, where that is `docker-compose`. */
function programLength([program = ""]: readonly string[], other: readonly string[]): number {
  const wanted = wordsOf(baseOf(program)).length;
  let found = 0;
  let length = 0;
  while (length < other.length && found < wanted) {
    found += wordsOf(length === 0 ? baseOf(other[0] ?? "") : (other[length] ?? "")).length;
    length++;
  }
  return length;
}

function withoutVersion(program: string): string {
  return program.replace(/\d+$/, "");
}

function baseOf(program: string): string {
  return program.slice(program.lastIndexOf("/") + 1);
}

function haveSameValues(failed: Attempt["values"], worked: Attempt["values"], error: string): boolean {
  const said = new Set(wordsOf(error));
  let changed = 0;
  for (const [key, value] of failed) {
    const other = worked.get(key);
    // Left out, because the error says so.
    if (other === undefined && !wordsOf(key).some((word) => said.has(word))) return false;
    if (other === undefined || other === value) continue;
    const match =
      typeof value === "string" && typeof other === "string"
        ? matchOf(value, other, error)
        : said.has(String(other))
          ? "changed"
          : "none";
    if (match === "none") return false;
    if (match === "changed") changed++;
  }
  return changed <= 1;
}

/** How a part of the failed call is found again: as it was or with something added; changed a little; not at all. */
type Match = "kept" | "changed" | "none";

function matchOf(part: string, other: string, error: string): Match {
  if (part === other) return "kept";
  if (isPath(part) || isPath(other)) return matchOfPaths(part, other, error);
  const words = wordsOf(part);
  if (words.length >= longText) {
    const found = new Set(wordsOf(other));
    return words.filter((word) => found.has(word)).length >= words.length * 0.7 ? "changed" : "none";
  }
  // `xf`, then `-xf`; `build01`, then `build01.corp.example`. A sentence that holds the word is something else, and so is
  // another of a family: `build`, then `build:docs`.
  if (isKept(part, other) && (/\s/.test(part) || !/[\s:]/.test(other))) return "kept";
  return differsInOne(words, wordsOf(other), error) ? "changed" : "none";
}

/** A text of a few words is a name; a longer one may differ in some of them. */
const longText = 12;

function isPath(part: string): boolean {
  return /^[^\s/]*\/\S*$|^[\w-]+\.[a-z]\w{0,4}$/i.test(part);
}

/** The same file or page elsewhere: the name stays, folders are added, left out or corrected. */
function matchOfPaths(part: string, other: string, error: string): Match {
  const [one, two] = [splitPath(part), splitPath(other)];
  const isSameName = one.stem === two.stem;
  if (one.stem === "" || (!isSameName && !differsInOne(wordsOf(one.stem), wordsOf(two.stem), "")))
    return "none";
  const isWithin =
    one.folders === "" ||
    two.folders === "" ||
    isKept(one.folders, two.folders) ||
    isKept(two.folders, one.folders) ||
    (isSameName && differsInOne(wordsOf(one.folders), wordsOf(two.folders), error));
  return isWithin ? "changed" : "none";
}

function splitPath(path: string): { readonly folders: string; readonly stem: string } {
  const [plain = ""] = path.split(/[?#]/);
  const at = plain.replace(/\/+$/, "").lastIndexOf("/");
  const name = plain.slice(at + 1).replace(/\/+$/, "");
  return {
    folders: plain.slice(0, Math.max(0, at)),
    stem: name.replace(/(?<=.)\.[^.]{1,5}$/, "").toLowerCase(),
  };
}

/** Whether every word is found again, each as often. What has no words is only found as it is. */
function isKept(part: string, other: string): boolean {
  const [words, found] = [wordsOf(part), [...wordsOf(other)]];
  const isFound = words.every((word) => {
    const at = found.indexOf(word);
    if (at !== -1) found.splice(at, 1);
    return at !== -1;
  });
  return words.length === 0 ? part === other : isFound;
}

/** Whether all words but one are found again, and for that one there is another spelling, or a word of the error. */
function differsInOne(words: readonly string[], others: readonly string[], error: string): boolean {
  const lost = words.filter((word) => !others.includes(word));
  const added = others.filter((word) => !words.includes(word));
  const [word] = lost;
  if (lost.length !== 1 || word === undefined) return false;
  const said = wordsOf(error);
  return added.some(
    (each) => areSpelledAlike(word, each) || (each.length > 1 && said.includes(word) && said.includes(each)),
  );
}

/** One letter more or less. A digit tells things apart, and so does another letter: `web01`, `web02`; `test_a`, `test_b`. */
function areSpelledAlike(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  if (long.length < 4 || long.length - short.length !== 1) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at++;
  return short.slice(at) === long.slice(at + 1) && !/\d/.test(long.charAt(at));
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

function commandsOf(line: string): Commands {
  const commands: string[][] = [[]];
  for (const [piece] of line.matchAll(/(?:"(?:\\.|[^"\\])*"|'[^']*'|\\.|[^\s"'\\;&|])+|&&|\|\||[;&|\n]/gs)) {
    if (/^(?:&&|\|\||[;&|\n])$/.test(piece)) commands.push([]);
    else commands.at(-1)?.push(piece.replaceAll(/["'\\]/g, ""));
  }
  return commands
    .map((words) => words.filter((word) => word !== "" && !/^\d*[<>]/.test(word)))
    .map((words) =>
      words.slice(
        Math.max(
          0,
          words.findIndex((word) => !/^\w+=/.test(word)),
        ),
      ),
    )
    .filter(([program]) => program !== undefined && program !== "cd");
}

function collect(value: unknown, name: string, values: Map<string, string | number>): void {
  if (typeof value === "string" || typeof value === "number") values.set(name, value);
  if (typeof value !== "object" || value === null) return;
  for (const [key, each] of Object.entries(value))
    collect(each, name === "" ? key : `${name}.${key}`, values);
}

function commandOf(args: unknown): string | undefined {
  if (typeof args !== "object" || args === null || !("command" in args)) return undefined;
  return typeof args.command === "string" ? args.command : undefined;
}
