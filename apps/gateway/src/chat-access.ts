import { createAccess, createStandings, sqliteQuestions } from "@hermes/gateway";
import type { Access, Chat, Log, Platform, StandingsOptions } from "@hermes/gateway";
import type { Origin } from "@hermes/registry";
import type { Runtime } from "@hermes/runtime";
import { jobEntryPoint } from "./cron/answer-prompt.ts";
import type { GatewayHome } from "./gateway-home.ts";
import { gatewayPaths } from "./gateway-paths.ts";

export interface ChatAccessOptions {
  readonly runtime: Runtime;
  readonly home: GatewayHome;
  readonly platforms: readonly Platform[];
  readonly redact: (text: string) => string;
  readonly log: Log;
}

/** Who speaks as `me` on this machine has the home anyway; whoever takes another name is treated as anybody. */
const ownersByDefault = { local: ["me"] };

/** Who may speak in the chats of a home, and with what. */
export async function chatAccess(options: ChatAccessOptions): Promise<Required<Access>> {
  const { runtime, home, platforms, redact, log } = options;
  const { loaded, store, pairing, presentation } = home;
  const state = await runtime.store();
  return createAccess({
    ...standingsOf(home),
    admitting: () => platforms.filter(({ admits }) => admits === true).map(({ name }) => name),
    ...{ pairing, log, chatsFolder: gatewayPaths(loaded.home).chats },
    howToAdmit: ({ platform, code }) => `with \`hermes pairing approve ${platform} ${code}\``,
    questions: {
      rows: sqliteQuestions(state),
      approvals: state.approvals,
      outbox: store.outbox,
      chunks(markdown, name) {
        const platform = platforms.find((each) => each.name === name);
        return platform === undefined ? [markdown] : presentation.chunks(markdown, platform);
      },
      sessionOf: async (chat) => (await store.chats.get(chat))?.sessionId,
      redact,
      approvalWaitsMs: loaded.settings.approvals.gateway_timeout * 1_000,
    },
  });
}

/** Whether a session works on behalf of an owner, now. */
export async function isOwner(
  { platform, chatId, threadId, userId, chatKind, entryPoint }: Origin,
  home: GatewayHome,
): Promise<boolean> {
  // Nobody else can make a job.
  if (entryPoint === jobEntryPoint) return true;
  if (chatId === undefined || userId === undefined) return false;
  const kind = chatKind === "group" || chatKind === "channel" ? chatKind : "dm";
  const tier = await createStandings(standingsOf(home)).tierOf(
    { userId, isBot: false },
    { at: { platform, chatId, threadId }, chatKind: kind },
  );
  return tier === "owner";
}

/** Whether whom a conversation is with may still speak as it is kept; of one that several share that is not known. */
export async function hasTier({ at, kind, userId, tier }: Chat, home: GatewayHome): Promise<boolean> {
  if (userId === undefined) return true;
  const chat = { at, chatKind: kind };
  return (await createStandings(standingsOf(home)).tierOf({ userId, isBot: false }, chat)) === tier;
}

function standingsOf({ loaded: { settings }, pairing }: GatewayHome): StandingsOptions {
  const { gateway, platforms } = settings;
  // That there is an owner by default is no list of those who may speak.
  const local = { unauthorized_dm_behavior: "pair" as const, ...platforms["local"] };
  return { settings: () => ({ gateway, platforms: { ...platforms, local } }), pairing, ownersByDefault };
}
