import { appendFile } from "node:fs/promises";
import { defineTool, z } from "@hermes/agent-loop";
import type { Tool } from "@hermes/agent-loop";
import { tickOnce } from "../../src/index.ts";
import { openCronHome } from "./cron-home.ts";

// One tick in a process of its own. Its model calls `append`, then `hang`, which never ends, and answers once both have a result.
const [, , root = "", effects = ""] = process.argv;
const tool = (name: string, execute: () => Promise<unknown>): Tool =>
  defineTool({
    ...{ name, toolset: "todo", description: name, input: z.object({}) },
    async execute() {
      await appendFile(effects, `${name}\n`);
      return await execute();
    },
  });
const tools = [
  tool("append", async () => ({ done: true })),
  tool("hang", async () => await new Promise(() => undefined)),
];
const env = {
  PATH: process.env["PATH"] ?? "",
  HOME: root,
  HERMES_HOME: `${root}/.hermes`,
  TERMINAL_WALL: "open",
};
const home = await openCronHome(
  { home: env.HERMES_HOME, env },
  ({ messages }) => {
    const results = messages.filter(({ role }) => role === "tool").length;
    const name = ["append", "hang"][results];
    return name === undefined ? { text: "Done." } : { calls: [{ name }] };
  },
  { tools },
);
try {
  await tickOnce(home);
} finally {
  await home[Symbol.asyncDispose]();
}
