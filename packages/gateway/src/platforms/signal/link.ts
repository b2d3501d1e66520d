import { HermesError } from "@hermes/registry";
import { z } from "zod";
import { createDaemon, type RpcAnswer, unreachable } from "./daemon.ts";
import type { SignalSettings } from "./signal-settings.ts";

export interface LinkSignalOptions {
  readonly fetch: typeof globalThis.fetch;
  /** Gives up the linking, such as when the person does. */
  readonly signal: AbortSignal;
  /** What the phone shows in its list of linked devices. */
  readonly deviceName: string;
  /** Once: the address to be shown as a QR code, which is good for a few minutes. */
  readonly onUri: (uri: string) => void;
}

const started = z.object({ deviceLinkUri: z.string().regex(/^(?:sgnl|tsdevice):/) });
const finished = z.object({ number: z.string() });
/** Longer than the code is good for, in milliseconds. */
const waitMs = 600_000;

/**
 * Links signal-cli to an account, as a further device beside the phone.
 *
 * @returns The phone number of the account.
 * @throws {HermesError} `PLATFORM_UNREACHABLE`, `PLATFORM_REFUSED` where the daemon serves one account only, or nobody scanned the code.
 */
export async function linkSignal(
  { http_url: url }: Pick<SignalSettings, "http_url">,
  { fetch, signal, deviceName, onUri }: LinkSignalOptions,
): Promise<string> {
  if (url === undefined) throw unreachable("SIGNAL_HTTP_URL is not set");
  const daemon = createDaemon({ url, fetch });
  const begun = await daemon.call("startLink", {}, { signal, timeoutMs: 60_000 });
  signal.throwIfAborted();
  const { deviceLinkUri } = read(begun, started, "begin to link");
  onUri(deviceLinkUri);
  const ended = await daemon.call("finishLink", { deviceLinkUri, deviceName }, { signal, timeoutMs: waitMs });
  signal.throwIfAborted();
  return read(ended, finished, "link").number;
}

function read<Result>(answer: RpcAnswer, schema: z.ZodType<Result>, what: string): Result {
  if (answer.type === "none")
    throw unreachable(answer.http.answered ? "what answers is not signal-cli" : answer.http.reason);
  const parsed = answer.type === "result" ? schema.safeParse(answer.result).data : undefined;
  if (parsed !== undefined) return parsed;
  const why = answer.type === "error" ? answer.message : "its answer is not understood";
  throw new HermesError(`signal-cli did not ${what}: ${why}.`, {
    code: "PLATFORM_REFUSED",
    hint: "Start the daemon without an account (no `-a`), and scan the code within a few minutes.",
  });
}
