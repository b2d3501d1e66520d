import type { ArithmeticFor, CompoundList, For, Select, While } from "unbash";
import type { Expander } from "./expand.ts";
import type { Input } from "./redirect.ts";
import { assignedNames, hasConditions, isEndless, startsWithoutWaiting } from "./shapes.ts";
import type { ShellState } from "./state.ts";
import type { Uncertain } from "./uncertain.ts";
import { bounded, isKnown, UNKNOWN } from "./unknown.ts";

/** What reading a loop needs of whoever walks the script. */
export interface LoopHost {
  readonly state: ShellState;
  readonly expander: Expander;
  readonly list: (list: CompoundList, input: Input) => string;
  readonly forkBomb: (name: string) => void;
  readonly uncertain: Uncertain | undefined;
}

const maxRounds = 64;

/** Reads a loop: its body once for each value that is known, else once for all of them. */
export function readLoop(node: While | For | Select | ArithmeticFor, input: Input, host: LoopHost): string {
  host.uncertain?.unordered();
  if (node.type === "While") return readWhile(node, input, host);
  if (node.type === "ArithmeticFor") return readArithmeticFor(node, input, host);
  return readFor(node, input, host);
}

function readWhile(node: While, input: Input, host: LoopHost): string {
  forgetAssigned(host, node.clause, node.body);
  if (isEndless(node.clause, node.kind) && startsWithoutWaiting(node.body)) host.forkBomb("while");
  const output = host.list(node.clause, input);
  return output + readBody(node.body, input, host);
}

function readArithmeticFor(node: ArithmeticFor, input: Input, host: LoopHost): string {
  for (const part of [node.initialize, node.test, node.update]) host.expander.arithmetic(part);
  if (node.test === undefined && startsWithoutWaiting(node.body)) host.forkBomb("for");
  return readBody(node.body, input, host);
}

/** A body that runs any number of times: what it sets is not known while it runs. */
function readBody(body: CompoundList, input: Input, host: LoopHost): string {
  forgetAssigned(host, body);
  const output = host.list(body, input);
  return output === "" ? "" : UNKNOWN;
}

function readFor(node: For | Select, input: Input, host: LoopHost): string {
  const { state, expander } = host;
  const name = expander.text(node.name);
  host.uncertain?.names(name);
  const words = node.wordlist?.flatMap((word) => expander.fields(word));
  const values = words ?? state.positional ?? [UNKNOWN];
  const isRepeated =
    values.length > maxRounds || node.type === "Select" || values.some((each) => !isKnown(each));
  let output = "";
  if (!isRepeated) {
    for (const value of values) {
      host.state.variables.set(name, value);
      output += host.list(node.body, input);
    }
    // A `break` or a condition may cut the loop short.
    return values.length > 1 && output !== "" && hasConditions(node.body) ? UNKNOWN : bounded(output);
  }
  for (const value of new Set(
    values.slice(0, maxRounds).concat(values.length > maxRounds ? [UNKNOWN] : []),
  )) {
    host.state.variables.set(name, value);
    output = readBody(node.body, input, host);
  }
  return output;
}

function forgetAssigned({ state }: LoopHost, ...lists: readonly CompoundList[]): void {
  for (const list of lists) {
    for (const name of assignedNames(list)) {
      if (state.variables.has(name)) state.variables.set(name, UNKNOWN);
    }
  }
}
