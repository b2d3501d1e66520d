import { plainText } from "@hermes/gateway";
import type { InboundMessage, Platform, PlatformConnection, PlatformHost } from "@hermes/gateway";
import { z } from "zod";
import { createNtfyApi, ownTag, PlatformError } from "./ntfy-api.ts";
import type { NtfyApi, NtfyEvent } from "./ntfy-api.ts";
import { createSending } from "./ntfy-sending.ts";

export interface NtfySettings {
  readonly server: string;
  /** What people write to, and read. */
  readonly topic?: string | undefined;
  readonly token?: string | undefined;
}

const text = z
  .string()
  .trim()
  .optional()
  .transform((value) => (value === "" ? undefined : value));

const settings: z.ZodType<NtfySettings> = z.object({
  server: text
    .pipe(z.url({ protocol: /^https?$/, error: "is no address of the web" }).default("https://ntfy.sh"))
    .transform((server) => server.replace(/\/+$/, "")),
  topic: text.pipe(
    z
      .string()
      .regex(/^[-\w]{1,64}$/, "has signs other than letters, digits, _ and -")
      .optional(),
  ),
  token: text,
});

/** In milliseconds; tests make them short. */
export interface NtfyTimes {
  readonly answerMs: number;
  /** The server sends a keepalive every 45 s: a stream that is quiet for longer has gone silent. */
  readonly silenceMs: number;
  readonly backOffMs: number;
}

const usual: NtfyTimes = { answerMs: 15_000, silenceMs: 80_000, backOffMs: 1_000 };
const longestBackOffMs = 60_000;
const maxBytes = 4_096;

/** Push messages by ntfy: one topic, in which the bot's messages have a tag. @see https://docs.ntfy.sh/subscribe/api/ */
export default function ntfy(times: Partial<NtfyTimes> = {}): Platform<NtfySettings> {
  return {
    name: "ntfy",
    label: "ntfy",
    settings,
    environment: { NTFY_SERVER: "server", NTFY_TOPIC: "topic", NTFY_TOKEN: "token" },
    limits: {
      text: maxBytes,
      caption: maxBytes,
      editEveryMs: 1_000,
      fileBytes: 15_000_000,
      buttonsPerRow: 1,
    },
    length: (message) => Buffer.byteLength(message),
    // Only its web page shows Markdown: phones get plain words.
    render: (markdown) => ({ text: plainText(markdown), plain: plainText(markdown) }),
    can: { edit: false, buttons: false, threads: false, files: true, codeBlocks: false },
    progress: "off",
    isConfigured: ({ topic }) => topic !== undefined,
    parseChat: (written) => (/^[-\w]{1,64}$/.test(written) ? { chatId: written } : undefined),
    setup: {
      steps: [
        "Think of a topic that nobody can guess, such as hermes-x7Kp2q: on an open server its name is all that protects it.",
        "Subscribe to it in the ntfy app: +, the name of the topic.",
      ],
      questions: [
        { key: "topic", question: "The topic", secret: true },
        {
          key: "server",
          question: "Your own server, such as https://ntfy.example.com",
          secret: false,
          optional: true,
        },
        {
          key: "token",
          question: "An access token, where the topic is protected",
          secret: true,
          optional: true,
        },
      ],
      userId: { hint: "the name of the topic: who can write there is you", pattern: /^[-\w]{1,64}$/ },
      async identify(given, { fetch, signal }) {
        const { answerMs } = { ...usual, ...times };
        await createNtfyApi(given, { fetch, answerMs, signal }).poll(given.topic ?? "", "1s");
        return `the topic at ${new URL(given.server).host}`;
      },
    },
    connect: (given, host, { signal }) => connect(given, host, { ...usual, ...times }, signal),
  };
}

async function connect(
  given: NtfySettings,
  host: PlatformHost,
  times: NtfyTimes,
  signal: AbortSignal,
): Promise<PlatformConnection> {
  const { topic, server } = given;
  if (topic === undefined)
    throw new PlatformError("PLATFORM_UNAUTHORISED", "ntfy has no topic.", "Set NTFY_TOPIC.");
  const stopped = new AbortController();
  const ended = AbortSignal.any([signal, stopped.signal]);
  const api = createNtfyApi(given, { fetch: host.fetch, answerMs: times.answerMs, signal: ended });
  const as = `the topic at ${new URL(server).host}`;
  let heardAt = host.now();
  const onHeard = (): void => {
    heardAt = host.now();
    host.health({ state: "up", heardAt, as });
  };
  host.health({ state: "connecting" });
  const opened = Promise.withResolvers<void>();
  const listening = listen({ api, topic, server, host, times, ended, onHeard, onOpen: opened.resolve }).catch(
    opened.reject,
  );
  await opened.promise;
  return {
    ...createSending({ api, onSpoke: () => host.health({ state: "up", heardAt, spokeAt: host.now(), as }) }),
    async check(options) {
      await api.poll(topic, "1s", options.signal);
      if (host.now() - heardAt > 2 * times.silenceMs)
        throw new PlatformError(
          "PLATFORM_UNREACHABLE",
          "ntfy answers, but its stream is silent.",
          "Wait: it is made anew.",
        );
    },
    async stop() {
      stopped.abort();
      await listening;
      host.health({ state: "stopped", heardAt, as });
    },
  };
}

interface Listening {
  readonly api: NtfyApi;
  readonly topic: string;
  readonly server: string;
  readonly host: PlatformHost;
  readonly times: NtfyTimes;
  readonly ended: AbortSignal;
  readonly onHeard: () => void;
  readonly onOpen: () => void;
}

/** Opens the stream again and again, from the last message that was kept. Throws where the first try fails. */
async function listen(listening: Listening): Promise<void> {
  const { api, topic, server, host, times, ended, onHeard, onOpen } = listening;
  let wasOpen = false;
  for (let failures = 0; !ended.aborted; failures += 1) {
    // The very first time: what was said just before belongs to it.
    const since = (await host.memory.read("since")) ?? "10m";
    try {
      for await (const event of api.stream(topic, since, times.silenceMs)) {
        if (event.event === "message" && !isOwn(event)) await host.message(messageOf(event, topic, server));
        // Only now: what could not be kept comes again.
        if (event.event === "message") await host.memory.write("since", event.id);
        failures = 0;
        wasOpen = true;
        onHeard();
        onOpen();
      }
      throw new Error("the stream ended");
    } catch (error) {
      if (ended.aborted) break;
      if (!wasOpen) throw error;
      host.health({ state: "retrying", reason: error instanceof Error ? error.message : String(error) });
      await pause(Math.min(times.backOffMs * 2 ** failures, longestBackOffMs), ended);
    }
  }
}

function isOwn({ tags }: NtfyEvent): boolean {
  return tags.some((tag) => tag.startsWith(ownTag));
}

function messageOf(
  { id, time, title, message, attachment }: NtfyEvent,
  topic: string,
  server: string,
): InboundMessage {
  // A message may name any address of the web; only what the server keeps is fetched.
  const isKept = attachment !== undefined && attachment.url.startsWith(`${server}/file/`);
  const link = attachment !== undefined && !isKept ? [attachment.url] : [];
  return {
    at: { platform: "ntfy", chatId: topic },
    messageId: id,
    chatKind: "dm",
    // Nobody has an id at ntfy: who may write to the topic is one person.
    sender: { userId: topic, isBot: false },
    text: [title, message, ...link].filter((part) => part !== undefined && part !== "").join("\n"),
    sentAt: time * 1_000,
    isAddressed: true,
    files:
      isKept && attachment !== undefined
        ? [
            {
              kind: attachment.type?.startsWith("image/") === true ? "image" : "document",
              ...{
                name: attachment.name,
                mimeType: attachment.type,
                bytes: attachment.size,
                reference: attachment.url,
              },
            },
          ]
        : [],
  };
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener("abort", done);
    if (signal.aborted) done();
  });
}
