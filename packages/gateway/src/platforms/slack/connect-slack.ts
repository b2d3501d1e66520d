import { HermesError } from "@hermes/registry";
import { z } from "zod";
import { setNewest } from "../drop-oldest.ts";
import type { ChatAddress, PlatformConnection, PlatformHost } from "../platform.ts";
import { trackHealth } from "../track-health.ts";
import { catchUp } from "./catch-up.ts";
import { openEventsApi } from "./events-api.ts";
import { createIntake } from "./intake.ts";
import type { SlackBot } from "./read-message.ts";
import { type CallOptions, createSlackApi, type SlackCall } from "./slack-api.ts";
import { createSlackDirectory } from "./slack-directory.ts";
import { openSlackNotes } from "./slack-notes.ts";
import { connectError, tokenHint } from "./slack-problems.ts";
import { createSlackReceiver, type SlackIncoming } from "./slack-receiver.ts";
import { createSlackSending } from "./slack-sending.ts";
import type { SlackSettings } from "./slack-settings.ts";
import type { SlackTimes } from "./slack-times.ts";
import { openSocketMode, type TakeEnvelope } from "./socket-mode.ts";

const botSchema = z.object({
  user_id: z.string().min(1),
  bot_id: z.string().optional().catch(undefined),
  user: z.string().default("bot").catch("bot"),
  team: z.string().optional().catch(undefined),
});
const openSchema = z.object({ url: z.url({ protocol: /^wss?$/ }) });
const maxPresses = 500;
/** What more comes is not acknowledged, and fetched later. */
const maxWaiting = 1_000;

/** Connects by Socket Mode where there is an app token, and by the Events API otherwise. */
export async function connectSlack(
  settings: SlackSettings,
  host: PlatformHost,
  times: SlackTimes,
  signal: AbortSignal,
): Promise<PlatformConnection> {
  const { bot_token: token, app_token: appToken, signing_secret: secret, api_root: root } = settings;
  if (token === undefined || (appToken === undefined && secret === undefined))
    throw new HermesError("Slack has no token.", { code: "PLATFORM_UNAUTHORISED", hint: tokenHint });
  const stopped = new AbortController();
  const ended = AbortSignal.any([signal, stopped.signal]);
  const { fetch } = host;
  const api = createSlackApi({ token, root, fetch });
  host.health({ state: "connecting" });
  const own = { signal: ended, timeoutMs: times.answerMs };
  const me = await whoAmI(api, root, own);
  const bot: SlackBot = { userId: me.user_id, botId: me.bot_id };
  const as = `@${me.user}`;

  const health = trackHealth(host, as);
  const { say, onHeard } = health;
  const call: SlackCall = async (method, parameters, options) => {
    const answer = await api(method, parameters, options);
    if (answer.ok) health.onSpoke();
    return answer;
  };

  const notes = await openSlackNotes(host);
  const directory = createSlackDirectory({ call, now: host.now, timeoutMs: times.nameMs, signal: ended });
  const presses = new Map<string, { readonly at: ChatAddress; readonly userId: string }>();
  let commands: ReadonlySet<string> = new Set();
  const receiver = createSlackReceiver({
    ...{ notes, directory, bot, times, signal: ended, replyInThread: settings.reply_in_thread },
    host: { ...host, health: say },
    isCommand: (name) => commands.has(name),
    onPress: (pressId, at, userId) => setNewest(presses, pressId, { at, userId }, maxPresses),
  });
  /** What was missed comes before what is said now. */
  let missed: Promise<void> = Promise.resolve();
  const fetchMissed = (): void => {
    missed = catchUp({ call, notes, receiver, log: host.log, times, signal: ended }).catch(() => undefined);
  };
  const take = createIntake(maxWaiting, fetchMissed);
  const inTurn: SlackIncoming = {
    event: (event) => take(() => missed.then(() => receiver.event(event))),
    actions: (payload) => take(() => receiver.actions(payload)),
    command: (payload) => take(() => receiver.command(payload)),
  };
  const isSocket = appToken !== undefined;
  let running: Promise<void> = Promise.resolve();
  let route: { close(): void } | undefined;
  try {
    if (isSocket) {
      const apps = createSlackApi({ token: appToken, root, fetch });
      const socket = await openSocketMode({
        address: async () => {
          const url = await addressFor(apps, root, own);
          ended.throwIfAborted();
          return url;
        },
        take: takeWith(inTurn, host, times),
        onHeard,
        onBroken: (reason, error) => {
          const isFatal = error?.code === "PLATFORM_UNAUTHORISED";
          say({ state: isFatal ? "failed" : "retrying", reason, hint: error?.hint });
        },
        onConnected: (isLate) => {
          if (isLate) fetchMissed();
          say({ state: "up", heardAt: host.now() });
        },
        ...{ times, signal: ended },
      });
      running = socket.ended;
    } else if (secret !== undefined) {
      fetchMissed();
      const { acknowledgeMs } = times;
      route = await openEventsApi({ host, secret, receiver: inTurn, onHeard, acknowledgeMs, signal: ended });
      say({ state: "up", heardAt: host.now() });
    }
  } catch (error) {
    stopped.abort();
    throw error;
  }

  const sending = createSlackSending({
    ...{ call, fetch, token, root, bot, directory, notes, presses, signal: ended },
    linkPreviews: settings.link_previews,
    timeoutMs: times.answerMs,
    onCommands: (names) => (commands = new Set(names)),
  });
  return {
    ...sending,
    async check({ signal: asked }) {
      await whoAmI(api, root, { ...own, signal: AbortSignal.any([asked, ended]) });
      // That Slack answers does not say that messages come in.
      const { state, reason } = health.last;
      if (state !== "up")
        throw new HermesError(`Slack answers, but no messages come in: ${reason ?? state}.`, {
          code: "PLATFORM_UNREACHABLE",
        });
    },
    async stop() {
      stopped.abort();
      route?.close();
      await running;
      health.stop();
    },
  };
}

/** As whom settings connect, with both tokens tried. @throws {HermesError} as `connect` */
export async function identifySlack(
  { bot_token: token = "", app_token: appToken, api_root: root }: SlackSettings,
  options: CallOptions & { readonly fetch: typeof globalThis.fetch },
): Promise<string> {
  const { fetch } = options;
  const { user, team } = await whoAmI(createSlackApi({ token, root, fetch }), root, options);
  if (appToken !== undefined)
    await addressFor(createSlackApi({ token: appToken, root, fetch }), root, options);
  return team === undefined ? `@${user}` : `@${user} in ${team}`;
}

/** As whom a token connects. */
async function whoAmI(
  call: SlackCall,
  root: string,
  options: CallOptions,
): Promise<z.infer<typeof botSchema>> {
  const answer = await call("auth.test", {}, options);
  options.signal.throwIfAborted();
  if (!answer.ok) throw connectError(answer, root);
  const me = botSchema.safeParse(answer.data).data;
  if (me === undefined) throw notSlack(root);
  return me;
}

/** Where Socket Mode is connected to, once. @throws {HermesError} as `connect` */
async function addressFor(call: SlackCall, root: string, options: CallOptions): Promise<string> {
  const answer = await call("apps.connections.open", {}, options);
  if (!answer.ok) throw connectError(answer, root);
  const opened = openSchema.safeParse(answer.data).data;
  if (opened === undefined) throw notSlack(root);
  return opened.url;
}

function notSlack(root: string): HermesError {
  return new HermesError(`What answers at ${new URL(root).origin} is not Slack.`, {
    code: "PLATFORM_UNREACHABLE",
    hint: "Look at SLACK_API_ROOT.",
  });
}

/** Says that an envelope was received once it is kept. */
function takeWith(receiver: SlackIncoming, host: PlatformHost, times: SlackTimes): TakeEnvelope {
  const take = async (type: string, payload: unknown): Promise<unknown> => {
    if (type === "events_api") await receiver.event(eventOf.safeParse(payload).data?.event);
    if (type === "slash_commands") {
      const text = await receiver.command(payload);
      return text === undefined ? undefined : { response_type: "ephemeral", text };
    }
    if (type === "interactive") {
      // Answering it takes requests of its own, and the button spins meanwhile.
      const late = new Promise<void>((resolve) => setTimeout(resolve, times.acknowledgeMs).unref());
      await Promise.race([receiver.actions(payload), late]);
    }
    return undefined;
  };
  return (type, payload, acknowledge) => {
    take(type, payload).then(acknowledge, (error: unknown) => {
      host.log("error", "What Slack sent could not be kept; it comes again.", { error: String(error) });
    });
  };
}

const eventOf = z.object({ event: z.unknown() });
