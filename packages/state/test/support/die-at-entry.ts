/** Runs a turn, and dies with entry COUNT in the journal: `node die-at-entry.ts DATABASE adopt|repair COUNT`. Prints the number of entries. */
import { Agent } from "@hermes/agent-loop";
import { openState } from "../../src/index.ts";
import { person, turns } from "./turns-to-die-in.ts";

const [path = "", name = "", count = ""] = process.argv.slice(2);
const state = openState({ path });
let entries = 0;
const journal = {
  ...state.journal,
  append(...args: Parameters<typeof state.journal.append>) {
    const written = state.journal.append(...args);
    entries++;
    // As if the machine lost power: nothing of the program runs any more.
    if (entries === Number(count)) process.kill(process.pid, "SIGKILL");
    return written;
  },
};
const agent = new Agent({
  ...turns[name === "adopt" ? name : "repair"](),
  journal,
  approvals: state.approvals,
  sessionId: "s1",
});
for await (const event of agent.run("And now?", name === "adopt" ? {} : { output: person })) void event;
process.stdout.write(`${entries}\n`);
