// The floors of the loop benchmark: a loop by hand over three ways to post.
import { description, echo, question, system } from "./loop-task.ts";
import type { Loop } from "./loop-task.ts";

const definition = {
  type: "function",
  function: {
    name: "echo",
    description,
    parameters: {
      type: "object",
      properties: { text: { type: "string" } },
      required: ["text"],
      additionalProperties: false,
    },
  },
};

type Post = (onEvent: (event: ChatChunk) => void) => Promise<void>;
interface ChatChunk {
  readonly choices: readonly { readonly delta?: ChatDelta }[];
}
interface ChatDelta {
  readonly content?: string;
  readonly tool_calls?: readonly {
    readonly index: number;
    readonly id?: string;
    readonly function: { readonly name?: string; readonly arguments?: string };
  }[];
}

type Send = (parts: readonly Buffer[], length: number, onEvent: (event: ChatChunk) => void) => Promise<void>;

interface Transcript {
  add(message: unknown): void;
  readonly post: Post;
}

/** @param turns How often the question is asked, in one conversation. */
export function handLoop(start: () => Transcript, turns = 1): Loop {
  return async () => {
    const transcript = start();
    transcript.add({ role: "system", content: system });
    transcript.add({ role: "user", content: question });
    for (let turn = 1; ;) {
      let content = "";
      const made: { id: string; type: string; function: { name: string; arguments: string } }[] = [];
      await transcript.post((event) => {
        const delta = event.choices[0]?.delta;
        if (delta?.content) content += delta.content;
        for (const part of delta?.tool_calls ?? []) {
          const call = (made[part.index] ??= {
            id: part.id ?? "",
            type: "function",
            function: { name: "", arguments: "" },
          });
          call.function.name += part.function.name ?? "";
          call.function.arguments += part.function.arguments ?? "";
        }
      });
      transcript.add({
        role: "assistant",
        content: content || null,
        ...(made.length > 0 ? { tool_calls: made } : {}),
      });
      if (made.length === 0 && turn++ === turns) return content;
      if (made.length === 0) transcript.add({ role: "user", content: question });
      for (const call of made) {
        const { text }: { text: string } = JSON.parse(call.function.arguments);
        transcript.add({ role: "tool", tool_call_id: call.id, content: echo(text) });
      }
    }
  };
}

function bodyOf(messages: readonly unknown[]): string {
  return JSON.stringify({
    model: "mock",
    stream: true,
    stream_options: { include_usage: true },
    messages,
    tools: [definition],
  });
}

/** The whole history is serialised for every request. */
export async function keepAllMessages(base: string): Promise<() => Transcript> {
  const send = await sender(base);
  return () => {
    const messages: unknown[] = [];
    return {
      add: (message) => messages.push(message),
      post: (onEvent) => {
        const body = Buffer.from(bodyOf(messages));
        return send([body], body.length, onEvent);
      },
    };
  };
}

/** Each message is serialised once. */
export async function keepBytes(base: string): Promise<() => Transcript> {
  const send = await sender(base);
  const head = Buffer.from(
    `{"model":"mock","stream":true,"stream_options":{"include_usage":true},"tools":${JSON.stringify([definition])},"messages":[`,
  );
  const tail = Buffer.from("]}");
  return () => {
    let parts = [head];
    let length = head.length + tail.length;
    let first = true;
    return {
      add: (message) => {
        const bytes = Buffer.from((first ? "" : ",") + JSON.stringify(message));
        first = false;
        parts.push(bytes);
        length += bytes.length;
        if (parts.length > 64) parts = [Buffer.concat(parts)];
      },
      post: (onEvent) => send([...parts, tail], length, onEvent),
    };
  };
}

async function sender(base: string): Promise<Send> {
  const http = await import("node:http");
  const agent = new http.Agent({ keepAlive: true });
  const url = new URL(`${base}/v1/chat/completions`);
  return (parts: readonly Buffer[], length: number, onEvent: (event: ChatChunk) => void): Promise<void> =>
    new Promise((resolve, reject) => {
      const request = http.request(
        url,
        {
          agent,
          method: "POST",
          headers: {
            "content-type": "application/json",
            "content-length": length,
            authorization: "Bearer x",
          },
        },
        (response) => {
          const feed = eventReader(onEvent);
          response.setEncoding("utf8").on("data", feed);
          response.on("end", resolve);
        },
      );
      request.on("error", reject);
      request.cork();
      for (const part of parts) request.write(part);
      request.end();
      process.nextTick(() => request.uncork());
    });
}

/** As `keepAllMessages`, with the built-in fetch. */
export function fetchMessages(base: string): () => Transcript {
  return () => {
    const messages: unknown[] = [];
    return {
      add: (message) => messages.push(message),
      post: async (onEvent) => {
        const response = await fetch(`${base}/v1/chat/completions`, {
          method: "POST",
          headers: { "content-type": "application/json", authorization: "Bearer x" },
          body: bodyOf(messages),
        });
        const decoder = new TextDecoder();
        const feed = eventReader(onEvent);
        for await (const chunk of response.body ?? []) feed(decoder.decode(chunk, { stream: true }));
      },
    };
  };
}

function eventReader(onEvent: (event: ChatChunk) => void): (text: string) => void {
  let buffer = "";
  return (text) => {
    buffer += text;
    let start = 0;
    for (let end = buffer.indexOf("\n\n", start); end >= 0; end = buffer.indexOf("\n\n", start)) {
      const data = buffer.slice(start + 6, end);
      start = end + 2;
      if (data !== "[DONE]") onEvent(JSON.parse(data));
    }
    buffer = buffer.slice(start);
  };
}
