// Opens thirty stores of a folder, each at a moment agreed on with other processes, and says something in each.
import { join } from "node:path";
import { openState } from "../../src/index.ts";
import { entry, head, user } from "./entries.ts";

const [folder = "", name = "", startAt = "0"] = process.argv.slice(2);
for (let round = 0; round < 30; round++) {
  // Spins, because a timer would wake the processes milliseconds apart.
  while (Date.now() < Number(startAt) + round * 20);
  const state = openState({ path: join(folder, `${round}.db`) });
  state.journal.create(head(name));
  state.journal.append(name, entry(user("here")));
  state.close();
}
