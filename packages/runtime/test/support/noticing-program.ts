// Records a notice, tells it and a second one in a turn, and dies at the write that it is told to.
// Arguments: path of the store, number of the write (from 1; 0: never), "before" or "after" it.
import { Agent, defineTool, scripted, z } from "@hermes/agent-loop";
import { openState } from "@hermes/state";

const [path = "", diesAt = "0", when = "after"] = process.argv.slice(2);
const sessionId = "s1";
const state = openState({ path });
let writes = 0;

function mortal<Result>(write: () => Result): Result {
  writes += 1;
  const dies = writes === Number(diesAt);
  if (dies && when === "before") process.kill(process.pid, "SIGKILL");
  const result = write();
  if (dies && when === "after") process.kill(process.pid, "SIGKILL");
  return result;
}

function record(id: string): void {
  mortal(() => state.journal.notices.record(sessionId, { id, source: "test", text: `${id} rang`, at: 1 }));
}

const ring = defineTool({
  name: "ring",
  toolset: "test",
  description: "Rings.",
  input: z.object({}),
  execute: async () => (record("second"), {}),
});
record("first");
const agent = new Agent({
  model: scripted([{ calls: [{ name: "ring", arguments: {} }] }, { text: "Done." }]),
  tools: [ring],
  sessionId,
  journal: {
    ...state.journal,
    create: (head) => mortal(() => state.journal.create(head)),
    append: (id, entry, token) => mortal(() => state.journal.append(id, entry, token)),
  },
});
await agent.chat("go");
await agent.close();
process.stdout.write(String(writes));
state.close();
