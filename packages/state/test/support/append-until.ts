// append-until.ts PATH SESSION TIME: appends messages to a session until a time, reads and searches in between, and prints how many it were.
import { openState } from "../../src/index.ts";
import { entry, head, user } from "./entries.ts";

const [path = "", session = "", until = ""] = process.argv.slice(2);
const state = openState({ path });
state.journal.create(head(session));
let count = 0;
while (Date.now() < Number(until)) {
  state.journal.append(session, entry(user(`message ${count} of ${session} ${"x".repeat(count % 900)}`)));
  count++;
  if (count % 500 === 0 && state.search(`"message ${count - 1} of ${session}"`).sessions.length !== 1)
    throw new Error(`Message ${count - 1} was not found.`);
}
state.close();
console.log(count);
