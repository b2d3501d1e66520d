import type { SlashCommand } from "@hermes/agent-loop/controller";
import { parseSlashInput } from "@hermes/agent-loop/controller";
import type { InboundRow } from "../store/inbox-store.ts";
import type { GatewayLimits } from "./chat-settings.ts";

/** How many of the messages that wait are dealt with together, and until when more of them may come. */
export interface NextBatch {
  readonly rows: readonly InboundRow[];
  /** Milliseconds since 1970. */
  readonly readyAt: number;
}

/** The first of what waits, with what follows it so fast that it belongs to it. A command stands alone, and waits for nothing. */
export function nextBatch(
  waiting: readonly InboundRow[],
  { burstMs, burstCapMs }: Pick<GatewayLimits, "burstMs" | "burstCapMs">,
): NextBatch | undefined {
  const [first, ...others] = waiting;
  if (first === undefined) return undefined;
  if (standsAlone(first)) return { rows: [first], readyAt: 0 };
  const rows = [first];
  let last = first;
  for (const row of others) {
    const album = row.message.albumId;
    const isSameAlbum = album !== undefined && album === last.message.albumId;
    const isSoon =
      row.receivedAt - last.receivedAt < burstMs && row.receivedAt - first.receivedAt <= burstCapMs;
    if (standsAlone(row) || (!isSoon && !isSameAlbum)) return { rows, readyAt: 0 };
    rows.push(row);
    last = row;
  }
  return { rows, readyAt: Math.min(last.receivedAt + burstMs, first.receivedAt + burstCapMs) };
}

/** Whether a message is dealt with by itself: what comes after it is none of it. */
export function standsAlone(row: Pick<InboundRow, "message" | "wake">): boolean {
  return row.wake !== undefined || looksLikeCommand(row);
}

/** Whether a message is a command or the name of a skill, and not words that begin with a slash. Untrusted words are neither. */
function looksLikeCommand({ message }: Pick<InboundRow, "message">): boolean {
  if (message.isUntrusted === true || message.files.length > 0) return false;
  return parseSlashInput(commandLine(message.text), []).type !== "text";
}

/** A command as it is typed elsewhere: `/new@hermes_bot x` is `/new x`, and `_` stands for `-` where menus know no hyphen. */
function commandLine(text: string): string {
  return text
    .trim()
    .replace(/^(\/[a-z0-9_-]+)(?:@\w+)?(?=\s|$)/i, (_, name: string) => name.replaceAll("_", "-"));
}

/** What a message asks for: a command of the table, or words, with how they are taken while a turn runs. */
export function readMessage(
  row: InboundRow,
  commands: readonly SlashCommand[],
):
  | { readonly type: "words"; readonly row: InboundRow; readonly mode?: "queue" | "steer" | undefined }
  | { readonly type: "command"; readonly name: string; readonly whileBusy: boolean; readonly line: string } {
  if (!looksLikeCommand(row)) return { type: "words", row };
  const line = commandLine(row.message.text);
  const input = parseSlashInput(line, commands);
  if (input.type !== "command") {
    const name = input.type === "unknown" ? input.typed : "";
    return { type: "command", name, whileBusy: false, line };
  }
  const { name, whileBusy } = input.command;
  const text = input.rest.trim();
  if ((name === "queue" || name === "steer") && text !== "")
    return { type: "words", mode: name, row: { ...row, message: { ...row.message, text } } };
  return { type: "command", name, whileBusy, line };
}
