import type { Compressor, Message } from "@hermes/agent-loop";
import { scripted } from "@hermes/models";
import type { ScriptedModel } from "@hermes/models";

export const summary = "Summary: they spoke about tea.";

/** Shortens once, before the request of this number, and keeps what it is told to keep. */
export function shortenAt(number: number): Compressor & { readonly kept: (string | undefined)[] } {
  let asked = 0;
  const kept: (string | undefined)[] = [];
  return {
    kept,
    async compress({ messages, keep }) {
      if (++asked !== number) return undefined;
      kept.push(await keep());
      const text: Message = { role: "user", content: [{ type: "text", text: summary }] };
      return [text, ...messages.slice(-1)];
    },
  };
}

/** Saves a fact when it is told that it would lose it, reads what it is told to read, and else says yes. */
export function modelThatSaves(): ScriptedModel {
  return scripted(({ messages }) => {
    const last = messages.at(-1);
    const [, path] = /"Read (\S+)\."/.exec(JSON.stringify(last)) ?? [];
    if (last?.role === "user" && path !== undefined)
      return { calls: [{ name: "read_file", arguments: { path } }] };
    const isAsked = JSON.stringify(last).includes("is about to be shortened");
    const save = { action: "add", target: "user", content: "Drinks tea without sugar." };
    return isAsked ? { calls: [{ name: "memory", arguments: save }] } : { text: "Yes." };
  });
}
