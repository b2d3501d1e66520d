// Appends entries to a session and prints a line for each that was acknowledged.
// append-entries.ts PATH SESSION COUNT: so many messages. append-entries.ts PATH SESSION turn STEPS: the first steps of a scripted turn, then waits.
import { writeSync } from "node:fs";
import { openState } from "../../src/index.ts";
import { assistant, entry, head, user } from "./entries.ts";
import { scriptedTurn } from "./scripted-turn.ts";

const [path = "", session = "", what = "", stop = ""] = process.argv.slice(2);
const state = openState({ path });
state.journal.create(head(session));
const acknowledge = (line: string): void => void writeSync(1, `${line}\n`);

if (what === "turn") {
  const steps = scriptedTurn().slice(0, Number(stop));
  for (const [index, step] of steps.entries()) {
    state.journal.append(session, step);
    acknowledge(String(index));
  }
  // Until it is killed.
  setInterval(() => undefined, 1_000);
} else {
  for (let index = 0; index < Number(what); index++) {
    const text = `message ${index} ${"x".repeat(index % 700)}`;
    if (index % 3 === 0) state.journal.append(session, { type: "partial", text, reasoning: "", at: index });
    state.journal.append(session, entry(index % 2 === 0 ? assistant(text) : user(text), index));
    acknowledge(String(index));
  }
  state.close();
}
