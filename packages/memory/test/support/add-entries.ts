// Adds so many entries to the memory in a folder, then removes every second one.
import { openMemory } from "../../src/index.ts";

const [folder = "", name = "", count = "0"] = process.argv.slice(2);
const memory = openMemory({ folder, memoryCharLimit: 100_000 });
for (let index = 0; index < Number(count); index++)
  await memory.add("memory", `${name} learned fact number ${index}.`, { confirmed: true });
for (let index = 0; index < Number(count); index += 2)
  await memory.remove("memory", `${name} learned fact number ${index}.`);
