import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ToolRegistry } from "@hermes/registry";
import type { Guard, ToolContext, ToolResult } from "@hermes/registry";
import { browserTools, openBrowsers } from "../../src/index.ts";
import type { Browsers, BrowsersOptions, BrowserToolsOptions } from "../../src/index.ts";

/** Whether what waits for limits of many seconds, or works a machine hard, is run too. */
export const isLong: boolean = process.env["HERMES_TEST_LONG"] === "1";

/** What a call gave, with its JSON read. */
export interface Called {
  readonly value: Readonly<Record<string, unknown>>;
  readonly text: string;
  readonly result: ToolResult;
}

export interface PlaceOptions extends Partial<BrowsersOptions>, Omit<BrowserToolsOptions, "browsers"> {
  readonly guard?: Guard | undefined;
}

/** Browsers with their tools, and a folder. Ends with the test. */
export class BrowserPlace implements AsyncDisposable {
  readonly folder: string = mkdtempSync(join(tmpdir(), "hermes-browser-test-"));
  readonly browsers: Browsers;
  readonly registry: ToolRegistry;

  constructor({ judge, pick, look, guard = () => ({ allow: true }), ...options }: PlaceOptions = {}) {
    this.browsers = openBrowsers({
      backend: "local",
      egress: "open",
      folderOf: (taskId) => join(this.folder, taskId),
      env: process.env,
      ...options,
    });
    this.registry = new ToolRegistry({ guard });
    this.registry.register(...browserTools({ browsers: this.browsers, judge, pick, look }));
  }

  async call(name: string, args: object = {}, context: Partial<ToolContext> = {}): Promise<Called> {
    const result = await this.registry.dispatch(`browser_${name}`, args, {
      taskId: "task",
      sessionId: "task",
      callId: "call",
      signal: new AbortController().signal,
      origin: { platform: "cli", entryPoint: "test" },
      ...context,
    });
    // Results are JSON of an object.
    return { value: JSON.parse(result.content) as Called["value"], text: result.content, result };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.browsers[Symbol.asyncDispose]();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** The reference of the first line of a snapshot that has a text in it. */
export function refOf({ value }: Called, text: string): string {
  const shown = String(value["snapshot"] ?? value["changes"]);
  const line = shown.split("\n").find((each) => each.includes(text) && each.includes("[@"));
  const ref = /\[(@[^\]\s,]+)/.exec(line ?? "")?.[1];
  if (ref === undefined) throw new Error(`No reference beside ${text} in:\n${shown}`);
  return ref;
}
