import { loadSettings } from "@hermes/config";
import { createClient } from "@hermes/client";
import { openRuntime } from "../../chat/open-runtime.ts";
import { usageError } from "../../failure.ts";
import { exitCodes, type Host } from "../../host.ts";
import { pageFolder } from "../../page-folder.ts";
import { printRemark } from "../../render/print.ts";
import { openBrowser } from "../auth/open-browser.ts";
import { runningServer } from "./running-server.ts";
import type { RunningServer } from "./running-server.ts";
import { serve } from "./serve.ts";
import type { ServeFlags } from "./serve.ts";

export interface WebFlags extends ServeFlags {
  /** False: no browser is opened. */
  readonly open?: boolean | undefined;
  readonly qr?: boolean | undefined;
  /** By which it is reached from elsewhere. */
  readonly url?: string | undefined;
}

/** That of the page, so that what a browser keeps for it is there the next time. */
export const pagePort = 9119;

/** `hermes web`: opens the page; of a server that runs already, else of one of its own, until it is told to end. */
export async function web({ open = true, qr = false, url, ...flags }: WebFlags, host: Host): Promise<number> {
  if (pageFolder() === undefined)
    throw usageError("The page was not built. Build it: pnpm build, in the repository of Hermes.");
  const elsewhere = url === undefined ? undefined : originOf(url);
  const show = async (origin: string, path: string): Promise<void> => {
    const link = `${elsewhere ?? origin}${path}`;
    host.stderr.write(`Open in a browser, once, within ten minutes: ${link}\n`);
    if (qr) await showQr(link, host);
    const isOpened =
      open && !qr && (await openBrowser(`${origin}${path}`, { env: host.env, platform: process.platform }));
    if (open && !qr && !isOpened) printRemark(host, "No browser could be opened here.");
  };
  const running = isPlain(flags) ? await linkOfRunning(host) : undefined;
  if (running !== undefined && elsewhere !== undefined)
    throw usageError(`Hermes is served already at ${running.origin}, not as ${elsewhere}: end that first.`);
  if (running !== undefined) {
    host.stderr.write(`Hermes is served already: ${running.origin}\n`);
    await show(running.origin, running.path);
    return exitCodes.ok;
  }
  const allowedHost = [
    ...(flags.allowedHost ?? []),
    ...(elsewhere === undefined ? [] : [new URL(elsewhere).hostname]),
  ];
  return await serve({ ...flags, allowedHost }, host, {
    port: pagePort,
    onReady: async ({ origin, createLink }) => await show(origin, createLink()),
  });
}

/** Whoever says how it is to be served wants a server of their own. */
function isPlain({ port, host, token, tlsCert, allowedHost }: ServeFlags): boolean {
  return [port, host, token, tlsCert, allowedHost].every((flag) => flag === undefined);
}

/** A link of the server that runs; undefined where none does, or it has a token of its own. */
async function linkOfRunning(host: Host): Promise<(RunningServer & { readonly path: string }) | undefined> {
  const loaded = await loadSettings({ env: host.env });
  const found = await runningServer(loaded.home);
  if (found === undefined) return undefined;
  await using runtime = openRuntime(host, { loaded, onWarning: (message) => printRemark(host, message) });
  const token = loaded.settings.api.key ?? (await (await runtime.apiTokens()).owner());
  try {
    const client = createClient({ baseUrl: found.origin, token });
    const { path } = await client.createLink({ signal: AbortSignal.timeout(5_000) });
    return { ...found, path };
  } catch {
    // It was started with a token of its own, or does not answer: this one is served beside it.
    return undefined;
  }
}

async function showQr(link: string, host: Host): Promise<void> {
  const { renderUnicodeCompact } = await import("uqr");
  host.stderr.write(`\n${renderUnicodeCompact(link)}\n`);
  if (/^https?:\/\/(?:127\.|localhost|\[::1\])/.test(link))
    printRemark(
      host,
      "That address is this machine's own: a phone reaches it through a tunnel, whose address --url names.",
    );
}

function originOf(url: string): string {
  const parsed = URL.parse(url);
  if (parsed === null || !/^https?:$/.test(parsed.protocol))
    throw usageError(`"${url}" is no address: give one such as https://home.example.`);
  return parsed.origin;
}
