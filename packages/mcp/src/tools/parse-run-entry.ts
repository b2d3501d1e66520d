import { shellWords } from "@hermes/registry/programs";

export type WrittenRunEntry =
  | { readonly ok: true; readonly name: string; readonly value: unknown }
  | { readonly ok: false; readonly problem: string };

/**
 * What `--mcp` is given: `name=command arguments…`, `name=https://…`, or an address whose name is that of its host. The value is
 * one for `parseMcpEntry`.
 */
export function parseRunEntry(text: string): WrittenRunEntry {
  const [, named, rest = ""] = /^([A-Za-z0-9][\w.-]*)=(.*)$/s.exec(text.trim()) ?? [];
  const target = (named === undefined ? text : rest).trim();
  if (/^https?:\/\//i.test(target)) {
    if (!URL.canParse(target)) return { ok: false, problem: `"${target}" is no address` };
    return { ok: true, name: named ?? nameOfHost(new URL(target).hostname), value: { url: target } };
  }
  if (named === undefined)
    return { ok: false, problem: `"${text}" names no server: write name=command, or an address` };
  const [command, ...args] = shellWords(target) ?? [];
  if (command === undefined || command === "")
    return { ok: false, problem: `the command of "${named}" is empty, or a quote in it is not closed` };
  return { ok: true, name: named, value: { command, args } };
}

/** `mcp.linear.app` → `linear`. */
function nameOfHost(host: string): string {
  if (/^[\d.]+$|:/.test(host)) return host.replaceAll(/[^A-Za-z0-9]+/g, "-").replaceAll(/^-|-$/g, "");
  const parts = host.split(".").filter((part) => !["www", "mcp", "api"].includes(part));
  return parts.at(parts.length > 1 ? -2 : 0) ?? "server";
}
