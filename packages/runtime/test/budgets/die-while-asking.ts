// die-while-asking.ts PATH SESSION: begins a turn, and kills itself in the middle of the answer, once its text is in the store.
import { Agent } from "@hermes/agent-loop";
import { openState } from "@hermes/state";
import { chargingModel } from "./charging-model.ts";

const [path = "", sessionId = ""] = process.argv.slice(2);
const state = openState({ path });
const journal = {
  ...state.journal,
  append(...entry: Parameters<typeof state.journal.append>): void {
    state.journal.append(...entry);
    if (entry[1].type === "partial") process.kill(process.pid, "SIGKILL");
  },
};
const model = chargingModel(() => ({ text: "One word after the other.", hang: true }));
const agent = new Agent({ prompt: "Test.", sessionId, journal, model, spending: { ledger: state.spending } });
await agent.chat("Go.");
