// Opens the store at the path given, reads, tries to append, and prints what happened as one line of JSON.
import { HermesError } from "@hermes/registry";
import { openState } from "../../src/index.ts";
import { entry, user } from "./entries.ts";

const [path = ""] = process.argv.slice(2);
console.log(JSON.stringify(tryStore()));

function tryStore(): object {
  const warnings: string[] = [];
  try {
    const state = openState({ path, onWarning: (message) => warnings.push(message) });
    const messages = state.messages("a").length;
    const append = codeOf(() => state.journal.append("a", entry(user("x"))));
    return { readOnly: state.readOnly, warnings, messages, append };
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
