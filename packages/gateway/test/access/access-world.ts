import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openState } from "@hermes/state";
import type { State } from "@hermes/state";
import { createAccess } from "../../src/access/create-access.ts";
import { pairingTables } from "../../src/access/pairing/pairing-tables.ts";
import type { Pairing } from "../../src/access/pairing/pairing.ts";
import { sqlitePairing } from "../../src/access/pairing/sqlite-pairing.ts";
import { questionTables, sqliteQuestions } from "../../src/access/questions/question-rows.ts";
import type { GatewayAccessSettings } from "../../src/access/standings.ts";
import type { InboundMessage, InboundPress, OutboundFile } from "../../src/platforms/platform.ts";
import { gatewayTables } from "../../src/store/gateway-tables.ts";
import type { GatewayStore } from "../../src/store/gateway-store.ts";
import { sqliteGatewayStore } from "../../src/store/sqlite-gateway-store.ts";

export interface WorldOptions {
  readonly settings?: Partial<GatewayAccessSettings> | undefined;
  readonly approvalWaitsMs?: number | undefined;
  readonly clarifyWaitsMs?: number | undefined;
  readonly keepsFiles?: boolean | undefined;
}

/** What a process has of the store. */
export interface WorldParts {
  readonly state: State;
  readonly store: GatewayStore;
  readonly pairing: Pairing;
  readonly access: ReturnType<typeof createAccess>;
}

export interface World extends WorldParts, AsyncDisposable {
  readonly folder: string;
  readonly clock: { now: number };
  readonly settings: { current: GatewayAccessSettings };
  readonly logged: readonly string[];
  readonly files: readonly { readonly name: string; readonly text: string }[];
  /** The same store after the process has ended. */
  again(): Promise<WorldParts>;
}

/** A store in a folder of its own, and the access that is decided in it. */
export function openWorld(options: WorldOptions = {}): World {
  const folder = mkdtempSync(join(tmpdir(), "hermes-access-"));
  const clock = { now: Date.UTC(2026, 0, 1) };
  const now = (): number => clock.now;
  const settings: World["settings"] = { current: { gateway: {}, platforms: {}, ...options.settings } };
  const logged: string[] = [];
  const files: { readonly name: string; readonly text: string }[] = [];
  let state: State = open();
  return {
    folder,
    clock,
    settings,
    logged,
    files,
    ...parts(),
    async again() {
      await state[Symbol.asyncDispose]();
      state = open();
      return parts();
    },
    async [Symbol.asyncDispose]() {
      await state[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true });
    },
  };

  function open(): State {
    const migrations = [gatewayTables, pairingTables, questionTables];
    return openState({ path: join(folder, "state.db"), migrations });
  }

  function parts(): WorldParts {
    const store = sqliteGatewayStore(state, { now });
    const pairing = sqlitePairing(state, { now });
    const access = createAccess({
      settings: () => settings.current,
      pairing,
      chatsFolder: join(folder, "chats"),
      log: (_level, message) => void logged.push(message),
      now,
      questions: {
        rows: sqliteQuestions(state),
        approvals: state.approvals,
        outbox: store.outbox,
        chunks: (markdown) => markdown.match(/[\s\S]{1,4000}/g) ?? [],
        sessionOf: async (chat) => (await store.chats.get(chat))?.sessionId,
        redact: (text) => text.replaceAll("hunter2", "[redacted]"),
        approvalWaitsMs: options.approvalWaitsMs,
        clarifyWaitsMs: options.clarifyWaitsMs,
        ...(options.keepsFiles === true ? { keepFile } : {}),
      },
    });
    return { state, store, pairing, access };
  }

  async function keepFile(name: string, text: string): Promise<OutboundFile> {
    files.push({ name, text });
    return { path: join(folder, name), name, mimeType: "text/plain", as: "document" };
  }
}

let count = 0;

/** A message with an id of its own. */
export function messageOf(parts: Partial<InboundMessage> = {}): InboundMessage {
  count += 1;
  return {
    at: { platform: "telegram", chatId: "1" },
    messageId: `m${count}`,
    chatKind: "dm",
    sender: { userId: "1", isBot: false },
    text: "hello",
    sentAt: Date.UTC(2026, 0, 1),
    isAddressed: true,
    files: [],
    ...parts,
  };
}

export function pressOf(parts: Partial<InboundPress>): InboundPress {
  count += 1;
  return {
    ...{ at: { platform: "telegram", chatId: "1" }, pressId: `p${count}`, messageId: "m" },
    ...{ sender: { userId: "1", isBot: false }, data: "" },
    ...parts,
  };
}
