import type { InputPart } from "@hermes/client";
import type { UserPart } from "@hermes/models";
import { refreshActivity } from "../home/activity.ts";
import { client, theSocket } from "../home/client.ts";
import { go } from "../router.ts";
import { strings } from "../strings/strings.ts";
import { say } from "../ui/toast.tsx";
import type { ChatSession } from "./chat-session.ts";

/** A copy that has what was said up to a message, that included; goes there. */
export async function branchBehind(session: ChatSession, messageId: number): Promise<void> {
  const id = session.id.peek() ?? "";
  const { messages } = await client.listMessages({ params: { id }, query: { after: messageId, limit: 1 } });
  const beforeMessage = messages[0]?.id;
  await branch(session, beforeMessage);
}

/** A copy of all of it, or of what is before a message; goes there. */
export async function branch(session: ChatSession, beforeMessage: number | undefined): Promise<void> {
  const id = session.id.peek() ?? "";
  const copy = await client.forkSession({ params: { id }, body: { beforeMessage } });
  say(strings.chat.branched);
  go("chat", copy.id);
}

/** Says something else in place of a message, in a copy; goes there. */
export async function sayInstead(
  session: ChatSession,
  beforeMessage: number,
  content: readonly UserPart[],
): Promise<void> {
  const id = session.id.peek() ?? "";
  const copy = await client.forkSession({ params: { id }, body: { beforeMessage } });
  const input = content.flatMap((part) => inputPart(part) ?? []);
  await theSocket().run({ sessionId: copy.id, input, model: session.model.peek() });
  refreshActivity();
  say(strings.chat.branched);
  go("chat", copy.id);
}

/** The last words of the person once more, in a copy. */
export async function sayAgain(session: ChatSession): Promise<void> {
  const last = session.entries.peek().findLast((entry) => entry.kind === "user" && !entry.isSteered);
  if (last?.kind === "user" && last.id !== undefined) await sayInstead(session, last.id, last.content);
}

/** A part as it can be sent again; undefined: it is only known where it was. */
function inputPart(part: UserPart): InputPart | undefined {
  if (part.type === "text") return part;
  if (part.type === "file")
    return part.data === undefined
      ? undefined
      : { type: "file", mediaType: part.mediaType, name: part.name, data: part.data };
  if (part.data !== undefined) return { type: "image", mediaType: part.mediaType, data: part.data };
  return part.url === undefined ? undefined : { type: "image", mediaType: part.mediaType, url: part.url };
}
