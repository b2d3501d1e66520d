import { defineTool } from "@hermes/registry";
import type { Tool } from "@hermes/registry";
import * as z from "zod";
import { actions } from "./tool-parts.ts";
import type { ToolParts } from "./tool-parts.ts";

const input = z.object({
  method: z.string().min(1).describe('Such as "Page.printToPDF" or "DOM.getDocument".'),
  params: z.record(z.string(), z.unknown()).optional().describe("What the command is called with."),
  target_id: z
    .string()
    .optional()
    .describe('A tab of this session, such as "t2". The current one by default.'),
  frame_id: z.string().optional().describe("A frame of the page, by its id from Page.getFrameTree."),
  timeout: z.number().min(1).max(300).optional().describe("Seconds. 30 by default."),
});

/** Sends commands of the DevTools protocol to a page. */
export function createCdpTool(parts: ToolParts): Tool {
  return defineTool({
    ...parts.shared,
    name: "browser_cdp",
    description:
      "Send one command of the Chrome DevTools Protocol to the page, for what no other browser tool does: emulation, styles, performance, network bodies. A person is asked first. Commands that reach files, other sites or the machine are refused.",
    input,
    action: actions.script,
    argument: ({ method, params = {} }) => ({ kind: "text", text: `${method} ${JSON.stringify(params)}` }),
    needsApproval: true,
    timeoutMs: 360_000,
    detail: ({ method }) => method,
    findings: parts.lazily(({ judgeCommand }) => judgeCommand),
    execute: parts.lazily(({ sendCommand }) => sendCommand),
  });
}
