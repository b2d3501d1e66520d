import { createTodoTool } from "@hermes/agent-loop";
import { fileTools } from "@hermes/files";
import { memoryTool } from "@hermes/memory";
import type { Tool } from "@hermes/registry";
import { enforceIsolation, executeCodeTool } from "@hermes/sandbox";
import { createLocalBackend, terminalTools } from "@hermes/terminal-backends";
import { tmpdir } from "node:os";

const env = { PATH: process.env["PATH"] };
const backend = createLocalBackend({ cwd: tmpdir(), env });
const unjailed = executeCodeTool({
  ...{ languages: ["javascript"], level: "process", env },
  registry: () => ({
    get: () => undefined,
    dispatchValue: () => Promise.reject(new Error("There are none.")),
  }),
  isolation: () => enforceIsolation("process"),
});

/** Our own tools, by name, as far as their packages say what a call does. Nothing of them is run. */
export const houseTools: ReadonlyMap<string, Tool> = new Map(
  [
    ...fileTools({ backend }),
    ...terminalTools({ backend }),
    memoryTool(undefined),
    createTodoTool(undefined),
    unjailed,
  ].map((tool) => [tool.name, tool]),
);
