import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { memoryTool, openMemory } from "@hermes/memory";

const folder = mkdtempSync(join(tmpdir(), "memory-example-"));
const memory = openMemory({ folder });

await memory.add("user", "Ada; prefers short answers.");
await memory.add("memory", "The tests of this project run with `npm test`.");
await memory.replace("user", { oldText: "Ada", content: "Ada Lovelace; prefers short answers." });

// A session that starts now shows the notes in its prompt, and keeps showing the same ones.
console.log(openMemory({ folder }).promptBlock());

// The same, as a tool for a model.
const tool = memoryTool(memory);
console.log(tool.name, Object.keys(tool.parameters()["properties"] ?? {}));
