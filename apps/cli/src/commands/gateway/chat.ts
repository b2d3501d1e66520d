import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { connectLocalChat } from "@hermes/gateway";
import type { LocalChat, LocalEvent, LocalMessage } from "@hermes/gateway";
import { gatewayPaths } from "@hermes/gateway-app";
import { HermesError } from "@hermes/registry/errors";
import { exitCodes } from "../../host.ts";
import { interruptible } from "../../interruptible.ts";
import { cleanText } from "../../render/clean-text.ts";
import { wrapLines } from "../../render/wrap.ts";
import type { GatewayDesk } from "./gateway-desk.ts";
import { withHome } from "./with-home.ts";

const lookMs = 100;

export interface ChatFlags {
  readonly as?: string | undefined;
}

/** `hermes gateway chat`: the chat of this machine, line by line. A number presses the button of that number; Ctrl-C leaves. With words from a pipe it ends once they are answered. */
export async function chat({ as }: ChatFlags, desk: GatewayDesk): Promise<number> {
  const { host } = desk;
  const { home } = await desk.load();
  const { socket } = gatewayPaths(home);
  using running = interruptible(host);
  const line = await connectLocalChat({ socket, as, signal: running.signal });
  const say = (text: string): void => {
    const lines = wrapLines(cleanText(text), { columns: host.stdout.columns });
    host.stdout.write(`${lines.join("\n")}\n`);
  };
  const seen = line.messages.filter(({ isMissed }) => isMissed !== true);
  const shown = new Map(seen.map((message) => [message.messageId, textOf(message)]));
  let buttons: readonly Pressable[] = [];
  const show = (message: LocalMessage): void => {
    const text = textOf(message);
    // Of what is still written, only what is new is worth a line.
    const before = shown.get(message.messageId);
    shown.set(message.messageId, text);
    if (before === text) return;
    const isLonger = before !== undefined && text.startsWith(before);
    if (text !== "")
      say(
        isLonger
          ? text.slice(before.length).replace(/^\n/, "")
          : before === undefined
            ? text
            : `(changed) ${text}`,
      );
    const now = (message.buttons ?? []).flat();
    if (now.length === 0) return;
    buttons = now.map(({ label, data }) => ({ messageId: message.messageId, label, data }));
    // Choices of the agent's questions stand in the text, and whole.
    if (buttons.every((_, index) => text.includes(`\n${index + 1}. `))) return;
    for (const [index, { label }] of buttons.entries()) say(`  ${index + 1}. ${label}`);
  };
  if (host.stdinIsTerminal) say(`You are ${line.as}. Ctrl-C leaves.`);
  for (const message of line.messages) show(message);
  let isOver = false;
  const input = createInterface({ input: host.stdin() });
  const leave = (): void => {
    input.close();
    line.close();
  };
  running.signal.addEventListener("abort", leave, { once: true });
  try {
    const reading = followEvents(line, { show, say });
    const typing = (async () => {
      for await (const typed of input) await give(line, typed.trim(), buttons);
      if (host.stdinIsTerminal || running.signal.aborted) return line.close();
      await answered(desk, running.signal);
      // What is on its way to this chat is there for another one already.
      const again = await connectLocalChat({ socket, as, signal: running.signal });
      for (const message of again.messages) show(message);
      again.close();
      isOver = true;
      line.close();
    })();
    await Promise.race([reading, Promise.all([typing, reading])]);
  } finally {
    leave();
  }
  if (isOver || running.signal.aborted) return exitCodes.ok;
  throw new HermesError("The gateway has gone.", {
    code: "PLATFORM_UNREACHABLE",
    hint: "How it is: hermes gateway status",
  });
}

/** Waits until nothing that was said in chats of this machine is to be answered or sent. */
async function answered(desk: GatewayDesk, signal: AbortSignal): Promise<void> {
  await withHome(desk, async ({ home: { store } }) => {
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop -- looks
      const [inbox, outbox] = await Promise.all([store.inbox.counts("local"), store.outbox.counts("local")]);
      if (inbox.waiting + inbox.claimed + outbox.queued === 0) return;
      // oxlint-disable-next-line no-await-in-loop -- looks
      await pause(lookMs, undefined, { signal });
    }
  });
}

interface Pressable {
  readonly messageId: string;
  readonly label: string;
  readonly data: string;
}

async function give(line: LocalChat, typed: string, buttons: readonly Pressable[]): Promise<void> {
  if (typed === "") return;
  const button = /^\d{1,2}$/.test(typed) ? buttons[Number(typed) - 1] : undefined;
  if (button === undefined) await line.say(typed);
  else await line.press(button.messageId, button.data);
}

async function followEvents(
  { events }: LocalChat,
  { show, say }: { readonly show: (message: LocalMessage) => void; readonly say: (text: string) => void },
): Promise<void> {
  for await (const event of events) {
    if (event.type === "message" || event.type === "edited") show(event.message);
    else if (isAnswer(event)) say(event.text);
  }
}

function isAnswer(
  event: LocalEvent,
): event is LocalEvent & { readonly type: "answer"; readonly text: string } {
  return event.type === "answer" && event.text !== undefined;
}

function textOf({ text, file }: LocalMessage): string {
  return file === undefined ? text : `${text}${text === "" ? "" : "\n"}[${file.name}] ${file.path}`;
}
