// Reads so many bytes of a command's output, and prints how many characters came and by how many bytes the process grew.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLocalBackend } from "../src/index.ts";

const [bytes] = process.argv.slice(2);
const cwd = mkdtempSync(join(tmpdir(), "backend-output-"));
const backend = createLocalBackend({ cwd, env: process.env });
const before = process.memoryUsage.rss();
let highest = 0;
const { outputChars } = await backend.exec(`head -c ${bytes} /dev/zero | tr '\\0' 'x'`, {
  taskId: "task",
  onOutput: () => (highest = Math.max(highest, process.memoryUsage.rss())),
});
await backend.dispose();
rmSync(cwd, { recursive: true });
process.stdout.write(JSON.stringify({ outputChars, grownBytes: highest - before }));
