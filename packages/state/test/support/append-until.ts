// append-until.ts PATH SESSION STOP: appends messages to a session until there is a file STOP, reads and searches in between,
// and prints how many it were after every hundred and at the end.
import { existsSync } from "node:fs";
import { openState } from "../../src/index.ts";
import { entry, head, user } from "./entries.ts";

const [path = "", session = "", stop = ""] = process.argv.slice(2);
const state = openState({ path });
state.journal.create(head(session));
let count = 0;
while (!existsSync(stop)) {
  state.journal.append(session, entry(user(`message ${count} of ${session} ${"x".repeat(count % 900)}`)));
  count++;
  if (count % 100 === 0) console.log(count);
  if (count % 500 === 0 && state.search(`"message ${count - 1} of ${session}"`).sessions.length !== 1)
    throw new Error(`Message ${count - 1} was not found.`);
}
state.close();
console.log(count);
