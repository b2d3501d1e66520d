import { openAsBlob } from "node:fs";
import type { OutboundMessage, PlatformConnection, SendFailure, SendOutcome } from "@hermes/gateway";
import { z } from "zod";
import { ownTag } from "./ntfy-api.ts";
import type { Answer, NtfyApi } from "./ntfy-api.ts";

export interface SendingOptions {
  readonly api: NtfyApi;
  readonly onSpoke: () => void;
}

const maxBytes = 4_096;
const published = z.object({ id: z.string() });

export function createSending({
  api,
  onSpoke,
}: SendingOptions): Pick<PlatformConnection, "send" | "lookUp" | "fetchFile"> {
  return {
    async send(message, { signal }) {
      // A longer one would arrive as a file.
      if (Buffer.byteLength(message.text) > maxBytes)
        return { status: "failed", reason: "longer than 4,096 bytes", code: "too-large" };
      const request = await requestOf(message);
      if (request === undefined)
        return { status: "failed", reason: "the file is not there any more", code: "bad-content" };
      const outcome = outcomeOf(await api.ask(request.path, request.init, signal));
      if (outcome.status === "sent") onSpoke();
      return outcome;
    },
    async lookUp({ to, key }, { signal }) {
      const kept = await api.poll(to.chatId, "all", signal);
      const found = kept.find(({ tags }) => tags.includes(tagOf(key)));
      return found === undefined ? "not-there" : { messageId: found.id };
    },
    fetchFile: async (url, { maxBytes: most, signal }) => ({ bytes: await api.file(url, most, signal) }),
  };
}

/** It says that the message is ours, and which one: so that it can be found again. */
function tagOf(key: string): string {
  return ownTag + key;
}

async function requestOf({
  to,
  text,
  key,
  file,
  silent,
}: OutboundMessage): Promise<{ readonly path: string; readonly init: RequestInit } | undefined> {
  // Below 3 a phone makes no sound.
  const priority = silent ? 2 : 3;
  if (file === undefined) {
    const body = JSON.stringify({ topic: to.chatId, message: text, tags: [tagOf(key)], priority });
    return { path: "", init: { method: "POST", body } };
  }
  const query = new URLSearchParams({ filename: file.name, tags: tagOf(key), priority: String(priority) });
  if (text !== "") query.set("message", text);
  try {
    return { path: `${to.chatId}?${query}`, init: { method: "PUT", body: await openAsBlob(file.path) } };
  } catch {
    return undefined;
  }
}

const failures: Readonly<Record<number, SendFailure>> = {
  401: "unauthorised",
  403: "forbidden",
  404: "no-such-chat",
  413: "too-large",
};

function outcomeOf(answer: Answer): SendOutcome {
  if (!answer.answered) return { status: answer.arrived ? "uncertain" : "retry", reason: answer.reason };
  const { status, body, retryAfter } = answer;
  const reason = `HTTP ${status}`;
  if (status === 429) return { status: "retry", reason, afterMs: Number(retryAfter ?? 5) * 1_000 };
  if (status >= 500) return { status: "uncertain", reason };
  if (status >= 400) return { status: "failed", reason, code: failures[status] ?? "bad-content" };
  const message = published.safeParse(jsonOf(body));
  return message.success
    ? { status: "sent", messageId: message.data.id }
    : { status: "uncertain", reason: "the answer was not that of ntfy" };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
