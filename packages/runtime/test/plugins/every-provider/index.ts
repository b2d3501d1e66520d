import { appendFile } from "node:fs/promises";
import { join } from "node:path";
import type { Message } from "@hermes/models";
import type { PluginModelEvent, PluginModelRequest, PluginParts } from "@hermes/plugins";

/** The last words of the person steer it: `use TOOL JSON`, `break`, `rubbish`, `endless`; else it says them again. */
async function* answer({ messages, model }: PluginModelRequest): AsyncGenerator<PluginModelEvent, void> {
  const last = messages.at(-1);
  const said = messages.flatMap((message) =>
    message.role === "user"
      ? message.content.flatMap((part) => (part.type === "text" ? [part.text] : []))
      : [],
  );
  const words = said.at(-1) ?? "";
  const usage = { inputTokens: 7, outputTokens: 3 };
  const [, name = "", args = "{}"] = /^use (\w+) (\{.*\})$/s.exec(words) ?? [];
  if (last?.role === "user" && name !== "") {
    yield { type: "tool-call-start", id: "call_1", name };
    yield { type: "tool-call-delta", id: "call_1", arguments: args };
    const content = [{ type: "tool-call", id: "call_1", name, arguments: args }] as const;
    return yield {
      type: "finish",
      message: { role: "assistant", content },
      finishReason: "tool-calls",
      usage,
    };
  }
  const text = last?.role === "tool" ? `It gave: ${last.content}` : `You said: ${words}`;
  yield { type: "text-delta", text: text.slice(0, 3) };
  if (words === "break" && model === "grey") throw new Error("the line is dead");
  if (words === "rubbish") yield { type: "noise" } as never;
  if (words === "endless") return;
  yield { type: "text-delta", text: text.slice(3) };
  yield {
    ...{ type: "finish", finishReason: "stop", usage },
    message: { role: "assistant", content: [{ type: "text", text }] },
  };
}

const parts: PluginParts = {
  models: {
    parrot: {
      label: "Parrot",
      models: [
        { id: "grey", contextWindow: 32_000 },
        { id: "green", contextWindow: 8_000, maxOutputTokens: 1_000 },
      ],
      stream: answer,
    },
  },
  memory: {
    elephant: {
      check: () => undefined,
      promptBlock: () => "",
      prefetch: (_of, { settings }) => String(settings["said"]),
      sync: async ({ text, answer: said }, { folder }) =>
        await appendFile(join(folder, "turns.txt"), `${text} -> ${said}\n`),
    },
  },
  search: {
    library: {
      title: "The library",
      search: ({ query, limit }) =>
        Array.from({ length: limit }, (_, index) => ({
          url: `https://library.example/${index}`,
          title: `<b>${query}</b> ${index}`,
          description: "A book.",
        })),
    },
  },
  speakers: {
    beeper: {
      title: "Beeper",
      speak: ({ text }) => ({ bytes: new TextEncoder().encode(`RIFF ${text}`), extension: "wav" }),
    },
  },
  transcribers: {
    listener: {
      title: "Listener",
      transcribe: ({ bytes, extension }) => `${extension}: ${new TextDecoder().decode(bytes)}`,
    },
  },
  contextEngines: {
    scissors: {
      title: "Scissors",
      compress: ({ messages, keep }) => [
        { role: "user", content: [{ type: "text", text: `Earlier things were said. ${keep ?? ""}` }] },
        ...messages.slice(-1),
      ],
    },
    rubbish: {
      title: "Rubbish",
      compress({ messages, focus = "" }) {
        const text = { type: "text", text: "Short." } as const;
        const call = { type: "tool-call", id: "new", name: "todo", arguments: "{}" } as const;
        const result = { role: "tool", callId: "new", name: "todo", content: "{}" } as const;
        const user: Message = { role: "user", content: [text] };
        const histories: Readonly<Record<string, unknown>> = {
          "begins late": messages.slice(1),
          "loses a result": [user, { role: "assistant", content: [call] }, user],
          "loses the last result": [user, { role: "assistant", content: [call] }],
          "loses a call": [user, result],
          "repeats a call": [user, { role: "assistant", content: [call, call] }, result, result],
          "is longer": [...messages, user],
          "is empty": [],
          "is no list": "short",
          "has another role": [user, { role: "system", content: [text] }],
          "has a part of a provider": [user, { role: "assistant", content: [{ type: "provider" }] }],
          throws: undefined,
        };
        if (focus === "throws") throw new Error("It cut itself.");
        return histories[focus] as readonly Message[] | undefined;
      },
    },
  },
};

// oxlint-disable-next-line import/no-default-export -- the form of a plug-in
export default parts;
