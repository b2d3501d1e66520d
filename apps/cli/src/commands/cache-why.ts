import { explainCache } from "@hermes/runtime";
import type { CacheBreak, CacheReport } from "@hermes/runtime";
import { exitCodes, type Host } from "../host.ts";
import { amount, duration } from "../render/amount.ts";
import { fit } from "../render/fit.ts";
import { localTime } from "../render/local-time.ts";
import { printJson, printLines } from "../render/print.ts";
import { titleOf } from "../render/session-lines.ts";
import { coloured, createStyle } from "../render/style.ts";
import { wrap } from "../render/wrap.ts";
import { findSession, openStore } from "./sessions/open-store.ts";

export interface CacheWhyOptions {
  readonly json?: boolean | undefined;
}

/** `hermes cache why`: what a conversation read from the provider's cache, and what kept it from reading more. */
export async function cacheWhy(
  wanted: readonly string[],
  { json }: CacheWhyOptions,
  host: Host,
): Promise<number> {
  await using store = await openStore(host);
  const state = await store.needed();
  const session = findSession(state, wanted.length === 0 ? "latest" : wanted.join(" "));
  const report = explainCache(state, session.id);
  if (json) printJson(host, report);
  else {
    const style = createStyle(coloured(host.stdout));
    const { columns } = host.stdout;
    const title = titleOf(session);
    printLines(host, [
      style.bold(columns === undefined ? title : fit(title, columns)),
      ...reportLines(report).flatMap((line) => wrap(line, { columns })),
    ]);
  }
  return exitCodes.ok;
}

function reportLines(report: CacheReport): readonly string[] {
  const { requests, unwatched, readTokens, writtenTokens, uncachedTokens, hitRate, breaks } = report;
  if (requests === 0) return ["No request was answered yet: there is nothing to tell."];
  const told = unwatched === 0 ? [] : [`Of ${unwatched} of them it was not kept what they began with.`];
  return [
    `${requests} ${requests === 1 ? "request" : "requests"}: ${amount(readTokens)} tokens read from the cache, ${amount(writtenTokens)} written to it, ${amount(uncachedTokens)} neither; ${percent(hitRate)} read.`,
    ...told,
    ...(breaks.length === 0
      ? [requests === unwatched ? "" : "Every request began with all of the one before it: nothing to tell."]
      : breaks.map(breakLine)),
  ].filter((line) => line !== "");
}

function breakLine(found: CacheBreak): string {
  const { request, at, readTokens, unreadTokens } = found;
  return `${localTime(at)}  request ${request}: ${causeOf(found)} ${amount(readTokens)} tokens were read from the cache, ${amount(unreadTokens)} were not.`;
}

function causeOf({ cause, message, now, before, gapMs, ttlMs }: CacheBreak): string {
  switch (cause) {
    case "compression":
      return "the conversation was shortened (a new epoch).";
    case "provider":
      return `another provider, ${now} instead of ${before}.`;
    case "model":
      return `another model, ${now} instead of ${before}.`;
    case "settings":
      return "the effort or the time of the cache was set otherwise.";
    case "system":
      return "the system prompt was another one.";
    case "tools":
      return "the tools were others.";
    case "message":
      return `message ${message} was not what it had been.`;
    case "expired":
      return `it came ${duration(gapMs)} after the one before, and the provider keeps what it has read for ${duration(ttlMs ?? 0)}.`;
    case "not-read":
      return "nothing had changed, but the provider did not read what it had kept.";
  }
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
