import { defineSlashCommand } from "@hermes/agent-loop/controller";
import type { SlashCommand } from "@hermes/agent-loop/controller";
import type { Access } from "../access/access.ts";
import { isTold } from "../outbox/resend.ts";
import type { SpokenReplies } from "../speech/spoken-replies.ts";
import { voiceCommand } from "../speech/voice-command.ts";
import type { GatewayStore } from "../store/gateway-store.ts";
import { helpCommand } from "./help-command.ts";
import { isUnfinished } from "./history.ts";

export interface GatewayCommandsOptions {
  readonly store: GatewayStore;
  /** Its key. */
  readonly chat: string;
  /** Forgets what waits in the chat. @returns How many messages. */
  readonly forgetWaiting: () => Promise<number>;
  readonly mayRun: Access["mayRun"];
  /** Undefined: there is no /voice. */
  readonly spokenReplies?: SpokenReplies | undefined;
}

/** What chats need beside the table of commands, or in another way than a terminal. */
export function gatewayCommands({
  store,
  chat,
  forgetWaiting,
  mayRun,
  spokenReplies,
}: GatewayCommandsOptions): readonly SlashCommand[] {
  return [
    helpCommand(async (command) => {
      const found = await store.chats.get(chat);
      return found !== undefined && mayRun(command, found.tier, found.at.platform);
    }),
    defineSlashCommand({
      name: "stop",
      summary: "Interrupt the answer under way and forget what waits.",
      whileBusy: true,
      async run({ controls }) {
        const stopped = controls.stop();
        const forgotten = controls.clearQueue() + (await forgetWaiting());
        if (!stopped && forgotten === 0) return { lines: ["Nothing is running."] };
        const waiting = `${forgotten} waiting ${forgotten === 1 ? "message" : "messages"} forgotten.`;
        return {
          lines: [stopped ? "Stopped." : "", forgotten === 0 ? "" : waiting].filter((line) => line !== ""),
        };
      },
    }),
    defineSlashCommand({
      name: "continue",
      summary: "Go on with what was interrupted, or waits for permission.",
      run: ({ session: { agent } }) =>
        agent.openCalls.length > 0 || isUnfinished(agent.messages)
          ? { then: "continue" }
          : { lines: ["Nothing was interrupted."] },
    }),
    defineSlashCommand({
      name: "resend",
      summary: "Send again what may not have arrived.",
      whileBusy: true,
      async run() {
        const at = (await store.chats.get(chat))?.at;
        const rows = (at === undefined ? [] : await store.outbox.unsettled(at)).filter(
          (row) => row.kind !== "progress" && !isTold(row),
        );
        const sent = await Promise.all(
          rows.toReversed().map(async ({ id }) => await store.outbox.resend(id)),
        );
        const count = sent.filter(Boolean).length;
        return { lines: count === 0 ? ["Everything arrived, as far as is known."] : [] };
      },
    }),
    ...(spokenReplies === undefined
      ? []
      : [voiceCommand({ memory: store.memory, chat, replies: spokenReplies })]),
  ];
}
