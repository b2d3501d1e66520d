import { defineTool } from "@hermes/registry";
import type { Tool } from "@hermes/registry";
import { z } from "zod";

interface OutsideTool {
  readonly name: string;
  readonly source: "web" | "mail" | "chat" | "mcp";
  readonly description?: string | undefined;
  readonly answer: () => unknown;
}

/** A tool with untrusted results. */
export function outsideTool({
  name,
  source,
  description = `Reads from ${source}.`,
  answer,
}: OutsideTool): Tool {
  return defineTool({
    name,
    toolset: source,
    description,
    input: z.looseObject({}),
    readOnly: true,
    concurrency: "parallel",
    provenance: { source, name },
    execute: answer,
  });
}

/** A tool that gives to somebody else what it is given: what came is in `sent`. */
export function sendingTool(name: string, toolset: string, sent: (text: string) => void): Tool {
  return defineTool({
    name,
    toolset,
    description: "Sends a message.",
    input: z.looseObject({}),
    execute: (args) => {
      sent(JSON.stringify(args));
      return { sent: true };
    },
  });
}
