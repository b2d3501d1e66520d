import type { ModelRequest, ScriptedCall } from "@hermes/models";
import type { WebPlace } from "./web-place.ts";

export const extract = (...urls: readonly string[]): ScriptedCall => ({
  name: "web_extract",
  arguments: { urls },
});
export const crawl = (url: string): ScriptedCall => ({ name: "web_crawl", arguments: { url } });
export const search = (query: string): ScriptedCall => ({ name: "web_search", arguments: { query } });
export const open = (url: string, more: object = {}): ScriptedCall => ({
  name: "browser_navigate",
  arguments: { url, ...more },
});
/** @param element Text beside the reference in the last snapshot. */
export const click = (element: string): ScriptedCall => ({
  name: "browser_click",
  arguments: { ref: `@REF:${element}@` },
});
export const type = (element: string, text: string, more: object = {}): ScriptedCall => ({
  name: "browser_type",
  arguments: { ref: `@REF:${element}@`, text, ...more },
});
export const press = (key: string): ScriptedCall => ({ name: "browser_press", arguments: { key } });
export const look = (more: Readonly<Record<string, unknown>> = {}): ScriptedCall => ({
  name: "browser_snapshot",
  arguments: more,
});
export const answer = (action: "accept" | "dismiss", text?: string): ScriptedCall => ({
  name: "browser_dialog",
  arguments: { action, ...(text === undefined ? {} : { prompt_text: text }) },
});
export const evaluate = (expression: string): ScriptedCall => ({
  name: "browser_console",
  arguments: { expression },
});
export const command = (method: string, params: object = {}, more: object = {}): ScriptedCall => ({
  name: "browser_cdp",
  arguments: { method, params, ...more },
});

/** Puts in what is known once it runs: addresses of sites (`@EVIL@`), references (`@REF:Send@`), files that came (`@FILE@`). */
export function webFiller(place: WebPlace) {
  return (call: ScriptedCall, request?: ModelRequest): ScriptedCall => {
    const results = (request?.messages ?? []).flatMap((message) =>
      message.role === "tool" ? [message.content] : [],
    );
    const text = JSON.stringify(call.arguments ?? {})
      .replaceAll("@TCP@", String(place.tcp))
      .replaceAll("@SITE@", place.site)
      .replaceAll(/@(SHOP|NEWS|EVIL|BANK|CDN|SEARCH)@/g, (_, name: string) =>
        place.address(name.toLowerCase()),
      )
      .replaceAll("@EVILHOST@", place.address("evil").slice("http://".length))
      .replaceAll(/@REF:([^@]+)@/g, (_, name: string) => referenceIn(results, name))
      .replaceAll("@FILE@", () => fileIn(results));
    return { ...call, arguments: JSON.parse(text) };
  };
}

function referenceIn(results: readonly string[], name: string): string {
  for (const result of results.toReversed()) {
    const { snapshot, changes }: { readonly snapshot?: string; readonly changes?: string } =
      JSON.parse(result);
    for (const line of `${snapshot ?? ""}\n${changes ?? ""}`.split("\n")) {
      const [, ref] = /\[(@[^\]\s,]+)/.exec(line) ?? [];
      if (ref !== undefined && line.includes(name) && !/^\s*-\s*\[?removed/.test(line)) return ref;
    }
  }
  return "@e999";
}

function fileIn(results: readonly string[]): string {
  const [path = "nothing"] = /\/[^"\\]*\/browser\/[^"\\ ]+/.exec(results.join("\n")) ?? [];
  return path.replace(/[.,]+$/, "");
}
