import { untrustedValue } from "@hermes/registry";
import type { UntrustedValue } from "@hermes/registry";
import type { BrowserSession } from "../session/browser-session.ts";

/** Marks a result as what the current page says. */
export function fromPage<Value>(session: BrowserSession, value: Value): UntrustedValue<Value> {
  const host = hostOf(session.currentTab()?.page.url() ?? "");
  return untrustedValue(value, [host === "" ? { source: "web" } : { source: "web", name: host }]);
}

/** `name` or `name:port` of an address; empty where it has none. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : "";
}
