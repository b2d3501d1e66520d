// Runs where there is no Node: bundled, and given nothing but what every browser and every edge runtime has.
import { Agent, anthropicMessages, defineTool, memoryApprovals, memoryJournal, z } from "@hermes/agent-loop";
import type { Model } from "@hermes/agent-loop";
import { gemini, ModelError, ollama, openaiChat, openaiResponses } from "@hermes/models";

/** What came of a turn with one model. */
export interface Seen {
  readonly text: string;
  readonly results: readonly string[];
  readonly asked: readonly string[];
  /** Of the journal, when another agent has opened the session. */
  readonly remembered: number;
}

const models: Readonly<Record<string, (url: string) => Model>> = {
  chat: (url) => openaiChat({ model: "m", apiKey: "k", baseUrl: `${url}/v1`, retry }),
  responses: (url) => openaiResponses({ model: "m", apiKey: "k", baseUrl: `${url}/v1`, retry }),
  messages: (url) => anthropicMessages({ model: "m", apiKey: "k", baseUrl: url, retry }),
  gemini: (url) => gemini({ model: "m", apiKey: "k", baseUrl: `${url}/v1beta`, retry }),
  ollama: (url) => ollama({ model: "m", baseUrl: url, retry }),
};
const retry = { baseDelayMs: 1 };

/** A conversation of two turns: a call that a person approves, one that reads, an answer. */
export async function converse(protocol: string, url: string): Promise<Seen> {
  const asked: string[] = [];
  const results: string[] = [];
  let text = "";
  const options = {
    model: modelOf(protocol, url),
    journal: memoryJournal(),
    approvals: memoryApprovals(),
    tools: [remove, look],
    sessionId: "s",
  };
  const agent = new Agent({
    ...options,
    approver: async ({ summary }) => {
      asked.push(summary);
      return { approved: true, scope: "once" };
    },
  });
  for await (const event of agent.run("Remove the list. ✓")) {
    if (event.type === "text-delta") text += event.text;
    if (event.type === "tool-call-end") results.push(event.content);
  }
  await agent.close();
  const another = new Agent(options);
  await another.open();
  const remembered = another.messages.length;
  await another.close();
  return { text, results, asked, remembered };
}

/** The kind of the failure of a single request. */
export async function failure(protocol: string, url: string): Promise<string> {
  const request = { system: "", tools: [], messages: [] };
  try {
    for await (const _ of modelOf(protocol, url).stream(request, { signal: new AbortController().signal }));
  } catch (error) {
    return ModelError.is(error) ? error.kind : String(error);
  }
  return "none";
}

function modelOf(protocol: string, url: string): Model {
  const make = models[protocol];
  if (make === undefined) throw new Error(`No model speaks ${protocol}.`);
  return make(url);
}

const remove = defineTool({
  name: "remove",
  toolset: "demo",
  description: "Removes a note.",
  input: z.object({ note: z.string() }),
  execute: ({ note }) => ({ removed: note }),
});

const look = defineTool({
  name: "look",
  toolset: "demo",
  description: "Reads a note.",
  readOnly: true,
  input: z.object({ note: z.string() }),
  execute: ({ note }) => ({ note, text: "grüße" }),
});
