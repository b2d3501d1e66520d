import { once } from "node:events";
import { createServer } from "node:http";
import type { IncomingMessage } from "node:http";
import { onTestFinished } from "vitest";

/** A chat by plain HTTP on loopback, as a small vendor has it: messages have numbers, and are asked for by the last one. */
export interface ChatServer {
  readonly url: string;
  /** What the bot has sent, by chat. */
  readonly sent: readonly { readonly chat: string; readonly text: string }[];
  /** Ids of the processes that asked, the last one at the end. */
  readonly pids: readonly number[];
  say(from: string, text: string): void;
}

const longestWaitMs = 500;

export async function openChatServer(): Promise<ChatServer> {
  const messages: { readonly number: number; readonly from: string; readonly text: string }[] = [];
  const sent: { readonly chat: string; readonly text: string }[] = [];
  const pids: number[] = [];
  const waiting = new Set<() => void>();
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://127.0.0.1");
    const answer = (value: unknown): void => void response.end(JSON.stringify(value));
    if (pathname === "/me") return answer({ name: "the toy bot" });
    if (pathname === "/send") {
      bodyOf(request)
        .then(({ chat, text }) => answer({ id: `b${sent.push({ chat, text })}` }))
        .catch(() => response.destroy());
      return undefined;
    }
    pids.push(Number(searchParams.get("pid")));
    const after = Number(searchParams.get("after"));
    const give = (): void => {
      waiting.delete(give);
      clearTimeout(timer);
      answer(messages.filter(({ number }) => number > after));
    };
    const timer = setTimeout(give, longestWaitMs);
    waiting.add(give);
    if (messages.length > after) give();
    return undefined;
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`,
    ...{ sent, pids },
    say(from, text) {
      messages.push({ number: messages.length + 1, from, text });
      for (const give of waiting) give();
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<{ readonly chat: string; readonly text: string }> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString("utf8"));
}
