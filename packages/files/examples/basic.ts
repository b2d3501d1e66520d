import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileTools } from "@hermes/files";
import { ToolRegistry, allowAll } from "@hermes/registry";
import { createLocalBackend } from "@hermes/terminal-backends";

const folder = await mkdtemp(join(tmpdir(), "files-example-"));
const backend = createLocalBackend({ cwd: folder, env: process.env });
const registry = new ToolRegistry({ guard: allowAll });
registry.register(...fileTools({ backend }));

const context = {
  taskId: "demo",
  sessionId: "demo",
  callId: "1",
  signal: new AbortController().signal,
  origin: { platform: "example", entryPoint: "library" },
};
const call = async (name: string, args: object) => {
  const { content } = await registry.dispatch(name, args, context);
  console.log(name, content);
};

await call("write_file", { path: "notes/plan.md", content: "# Plan\n\n- buy milk\n- call Ada\n" });
await call("patch", { path: "notes/plan.md", old_string: "milk", new_string: "oat milk" });
await call("patch", { path: "notes/plan.md", old_string: "- Call Ada!", new_string: "" });
await call("search", { pattern: "oat|Ada" });
await call("read_file", { path: "notes/plan.md", offset: 3 });

await backend.dispose();
await rm(folder, { recursive: true });
