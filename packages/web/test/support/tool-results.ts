import { allowAll, ToolRegistry } from "@hermes/registry";
import type { Provenance, ToolContext } from "@hermes/registry";
import { testContext } from "@hermes/registry/testing";
import { webTools } from "../../src/index.ts";
import type { WebReader } from "../../src/index.ts";

export interface ExtractedPage {
  readonly url: string;
  readonly final_url?: string;
  readonly title: string;
  readonly content: string;
  readonly part?: number;
  readonly parts?: number;
  readonly outline?: readonly string[];
  readonly notes?: readonly string[];
  readonly error?: string;
  readonly blocked_by_policy?: { readonly host: string; readonly rule: string; readonly source: string };
}

export interface CrawlResult {
  readonly pages: readonly {
    readonly url: string;
    readonly title: string;
    readonly content: string;
    readonly depth: number;
  }[];
  readonly ended: string;
  readonly left: number;
  readonly failures?: readonly { readonly url: string; readonly error: string }[];
  readonly notes?: readonly string[];
  readonly error?: string;
}

export interface Called<Result> {
  readonly result: Result;
  readonly provenance: readonly Provenance[];
}

/** Calls a web tool as a session does. */
export async function callTool<Result>(
  reader: WebReader,
  name: "web_extract" | "web_crawl",
  args: Readonly<Record<string, unknown>>,
  context: Partial<ToolContext> = {},
): Promise<Called<Result>> {
  const registry = new ToolRegistry({ guard: allowAll });
  registry.register(...webTools({ reader }));
  const { content, provenance = [] } = await registry.dispatch(name, args, testContext(context));
  return { result: JSON.parse(content) as Result, provenance };
}
