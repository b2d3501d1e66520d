import { HermesError } from "@hermes/registry";
import { z } from "zod";
import { oneLine } from "../chat/one-line.ts";
import type {
  OutboundMessage,
  Platform,
  PlatformConnection,
  PlatformHost,
  SendOutcome,
} from "../platforms/platform.ts";
import { flag } from "../platforms/setting-fields.ts";
import { trackHealth } from "../platforms/track-health.ts";
import { plainText } from "../presentation/plain-text.ts";
import { withoutControls } from "../presentation/render-markdown.ts";
import { listenToPlugin } from "./listen-to-plugin.ts";
import type { PluginTimes } from "./listen-to-plugin.ts";
import type { PlatformProcess } from "./platform-process.ts";
import { readChecked, readSent } from "./plugin-messages.ts";

export interface PluginPlatformOptions {
  readonly name: string;
  readonly label: string;
  /** Longest text, in characters. */
  readonly maxChars: number;
  readonly process: PlatformProcess;
  readonly times?: Partial<PluginTimes> | undefined;
}

interface PluginPlatformSettings {
  readonly enabled: boolean;
}

const settings: z.ZodType<PluginPlatformSettings> = z.looseObject({ enabled: flag(false) });

/** A platform that a plug-in gives. It is served once a person has switched it on. */
export function pluginPlatform(options: PluginPlatformOptions): Platform<PluginPlatformSettings> {
  const { name, maxChars } = options;
  const label = oneLine(options.label, 60);
  return {
    ...{ name, label, settings },
    environment: {},
    limits: { text: maxChars, caption: maxChars, editEveryMs: 1_000, fileBytes: 1, buttonsPerRow: 1 },
    length: (text) => text.length,
    // Its process makes the dialect of it.
    render: (markdown) => ({ text: withoutControls(markdown).trim(), plain: plainText(markdown) }),
    can: { edit: false, buttons: false, threads: true, files: false, codeBlocks: true },
    progress: "off",
    isConfigured: ({ enabled }) => enabled,
    parseChat(written) {
      const chatId = written.trim();
      return chatId === "" || chatId.length > 200 ? undefined : { chatId };
    },
    connect: (_, host, { signal }) => connect({ ...options, label }, host, signal),
  };
}

const usualTimes: PluginTimes = { backOffMs: 1_000, steadyMs: 10_000 };
const checkMs = 15_000;
const sendMs = 60_000;

async function connect(
  options: PluginPlatformOptions,
  host: PlatformHost,
  signal: AbortSignal,
): Promise<PlatformConnection> {
  const { name, label, maxChars, process, times } = options;
  const stopped = new AbortController();
  const health = trackHealth(host);
  const ask = async (asking: AbortSignal): Promise<string> => await whoIsConnected(options, asking);
  health.as = await ask(AbortSignal.any([signal, stopped.signal]));
  health.say({ state: "up", heardAt: host.now() });
  const listening = listenToPlugin({
    ...{ name, process, host, health, times: { ...usualTimes, ...times }, signal: stopped.signal },
  });

  return {
    async send(message, { signal: sending }) {
      const refused = refusalOf(message, maxChars);
      if (refused !== undefined) return refused;
      // Nothing was asked of it yet.
      if (process.off !== undefined) return { status: "retry", reason: process.off };
      const { to, key, text: markdown } = message;
      const params = { chatId: to.chatId, threadId: to.threadId, key, markdown };
      try {
        const either = AbortSignal.any([sending, stopped.signal]);
        const outcome = readSent(await process.call("send", params, { signal: either, timeoutMs: sendMs }));
        if (outcome.status === "sent") health.onSpoke();
        return outcome;
      } catch (error) {
        return { status: "uncertain", reason: oneLine(messageOf(error), 240) };
      }
    },
    async check({ signal: asking }) {
      await ask(AbortSignal.any([asking, stopped.signal]));
      health.onHeard();
    },
    async stop() {
      stopped.abort(new Error(`${label} is stopped.`));
      await listening;
      health.stop();
    },
  };
}

/** @throws {HermesError} `PLATFORM_UNREACHABLE`; `PLATFORM_UNAUTHORISED` where it is used no more, so that nobody tries again. */
async function whoIsConnected(
  { label, process }: PluginPlatformOptions,
  signal: AbortSignal,
): Promise<string> {
  if (process.off !== undefined) throw isOff(process.off);
  try {
    const read = readChecked(await process.call("check", {}, { signal, timeoutMs: checkMs }));
    if ("problem" in read) throw new Error(`its answer can't be read: ${read.problem}`);
    return read.value ?? label;
  } catch (cause) {
    if (process.off !== undefined) throw isOff(process.off);
    throw new HermesError(`${label} is not connected: ${oneLine(messageOf(cause), 240)}`, {
      code: "PLATFORM_UNREACHABLE",
      cause,
    });
  }
}

function isOff(sentence: string): HermesError {
  return new HermesError(sentence, {
    code: "PLATFORM_UNAUTHORISED",
    hint: "It is tried again when the gateway is started anew.",
  });
}

function refusalOf({ text, file }: OutboundMessage, maxChars: number): SendOutcome | undefined {
  if (file !== undefined) return { status: "failed", code: "unsupported", reason: "it takes no files" };
  if (text === "") return { status: "failed", code: "bad-content", reason: "the message is empty" };
  if (text.length <= maxChars) return undefined;
  return {
    ...{ status: "failed", code: "too-large" },
    reason: `a message has at most ${maxChars} characters`,
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
