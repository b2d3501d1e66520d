// try-store.ts PATH [SESSION]: opens the store, reads, tries to append to the session, and prints what happened as one line of JSON.
import { HermesError } from "@hermes/registry";
import { openState } from "../../src/index.ts";
import { entry, user } from "./entries.ts";

const [path = "", session = "a"] = process.argv.slice(2);
console.log(JSON.stringify(tryStore()));

function tryStore(): object {
  const warnings: string[] = [];
  try {
    const state = openState({ path, onWarning: (message) => warnings.push(message) });
    const messages = state.messages(session).length;
    const append = codeOf(() => state.journal.append(session, entry(user("x"))));
    const live = state.journal.load(session)?.messages.length ?? 0;
    return { readOnly: state.readOnly, warnings, messages, live, append };
  } catch (error) {
    return { open: HermesError.is(error) ? error.code : String(error) };
  }
}

function codeOf(work: () => void): string {
  try {
    work();
    return "written";
  } catch (error) {
    return HermesError.is(error) ? error.code : String(error);
  }
}
