import { defineTool } from "@hermes/registry";
import type { Tool } from "@hermes/registry";
import * as z from "zod";
import { toAddress } from "../address.ts";
import { actions } from "./tool-parts.ts";
import type { ToolParts } from "./tool-parts.ts";

const input = z.object({
  url: z.string().min(1).describe("Address of the page, http or https."),
  new_tab: z.boolean().optional().describe("Open it in a new tab beside those that are open."),
  tab: z.string().optional().describe('Open it in this tab, such as "t1".'),
});

/** Opens a page. */
export function createNavigateTool(parts: ToolParts): Tool {
  return defineTool({
    ...parts.shared,
    name: "browser_navigate",
    description:
      "Open a web page in the browser and see what it shows: a tree of its visible elements with references such as @e5 for browser_click and browser_type. Comes first; for pages that only need to be read, web_extract is faster. Tabs: new_tab opens one, tab chooses one.",
    input,
    action: actions.navigate,
    argument: ({ url }) => ({ kind: "url", urls: [toAddress(url)] }),
    findings: parts.lazily(({ judgeNavigation }) => judgeNavigation),
    timeoutMs: parts.navigationTimeoutMs,
    detail: ({ url }) => url,
    execute: parts.lazily(({ navigate }) => navigate),
  });
}
