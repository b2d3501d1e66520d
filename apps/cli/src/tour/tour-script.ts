import { scripted } from "@hermes/models";
import type { Message, Model, ModelRequest, ScriptedAnswer, ScriptedCall, ToolMessage } from "@hermes/models";

/** Said before the tour starts. */
export const tourNotice =
  "This is a scripted model: it follows a fixed script and does not think. The tools, the files and the store are real.";

/** What the person says in the tour. `afresh`: in a new conversation. */
export interface TourScene {
  readonly prompt: string;
  readonly afresh: boolean;
  readonly beats: readonly Beat[];
}

/** One answer of the model: a plain sentence, then perhaps calls. */
interface Beat {
  readonly say: (scene: SceneState) => string;
  readonly calls?: readonly ScriptedCall[];
}

/** What the model can see when it answers. */
interface SceneState {
  readonly request: ModelRequest;
  /** Results since the person spoke, oldest first. */
  readonly results: readonly ToolMessage[];
}

const fact = "Likes short answers.";
const plan = ["Look at the folder", "Write greet.sh", "Improve it", "Run it"];

const greeting = `#!/bin/sh
# Greets whoever is named.
echo "Hello, $1"
`;

/** The scenes in order. */
export function tourScenes(places: { readonly work: string; readonly kept: boolean }): readonly TourScene[] {
  return [
    {
      prompt: "Write a small script that greets me, and try it.",
      afresh: false,
      beats: [
        {
          say: () => "I begin with a plan, so that both of us see what is left.",
          calls: [todo("in_progress")],
        },
        {
          say: () => "Now I look at what is in the folder.",
          calls: [{ name: "terminal", arguments: { command: "ls -A" } }],
        },
        {
          say: (scene) => `${describeFolder(scene)} I write the script.`,
          calls: [{ name: "write_file", arguments: { path: "greet.sh", content: greeting } }],
        },
        {
          say: (scene) =>
            `${failureOf(scene)}It should also work when nobody is named, so I change that one line.`,
          calls: [
            {
              name: "patch",
              arguments: { path: "greet.sh", old_string: 'Hello, $1"', new_string: 'Hello, ${1:-world}!"' },
            },
          ],
        },
        {
          say: (scene) => `${failureOf(scene)}I run it, with and without a name.`,
          calls: [{ name: "terminal", arguments: { command: "sh greet.sh && sh greet.sh Ada" } }],
        },
        { say: (scene) => `${failureOf(scene)}I tick off the plan.`, calls: [todo("completed")] },
        { say: (scene) => `${describeRun(scene)} The script is greet.sh in ${places.work}.` },
      ],
    },
    {
      prompt: "Remember that I like short answers.",
      afresh: false,
      beats: [
        {
          say: () => "I save that for later conversations.",
          calls: [{ name: "memory", arguments: { action: "add", target: "user", content: fact } }],
        },
        { say: (scene) => `${failureOf(scene) || "It is saved. "}A new conversation will begin with it.` },
      ],
    },
    {
      prompt: "What do you know about me, and is my script still there?",
      afresh: true,
      beats: [
        {
          say: ({ request }) => describeMemory(request.system),
          calls: [
            { name: "memory", arguments: { action: "read", target: "user" } },
            { name: "read_file", arguments: { path: "greet.sh" } },
          ],
        },
        {
          say: (scene) =>
            `${failureOf(scene) || "Memory and file are both there. "}That was the tour. Its files are in ${places.work}${places.kept ? "" : " until it ends"}.`,
        },
      ],
    },
  ];

  function todo(status: "in_progress" | "completed"): ScriptedCall {
    const statusOf = (index: number): string =>
      status === "completed" ? status : index === 0 ? status : "pending";
    const todos = plan.map((content, index) => ({ id: String(index + 1), content, status: statusOf(index) }));
    return { name: "todo", arguments: { todos, merge: false } };
  }
}

/** A model for the tour. It answers by what the person said last and by how many answers it gave since. */
export function createTourModel(scenes: readonly TourScene[]): Model {
  return scripted((request) => answer(request, scenes), { id: "scripted-tour", provider: "offline tour" });
}

function answer(request: ModelRequest, scenes: readonly TourScene[]): ScriptedAnswer {
  const { messages } = request;
  const start = messages.findLastIndex(({ role }) => role === "user");
  const scene = scenes.find(({ prompt }) => prompt === textOf(messages[start]));
  if (scene === undefined) return { text: "I follow a script, and this is not in it." };
  const since = messages.slice(start + 1);
  const beat = scene.beats[since.filter(({ role }) => role === "assistant").length];
  if (beat === undefined) return { text: "The script ends here." };
  const results = since.filter((message) => message.role === "tool");
  return { text: beat.say({ request, results }), calls: beat.calls };
}

function textOf(message: Message | undefined): string {
  if (message?.role !== "user") return "";
  return message.content.map((part) => (part.type === "text" ? part.text : "")).join("");
}

/** Said in front of the next sentence when a call of the answer before failed; empty when none did. */
function failureOf({ results }: SceneState): string {
  const problem = results.map(problemOf).findLast((found) => found !== undefined);
  return problem === undefined ? "" : `That did not work: ${problem} `;
}

function problemOf(result: ToolMessage): string | undefined {
  const { error, exit_code: exitCode } = fieldsOf(result);
  if (typeof error === "string") return error;
  return typeof exitCode === "number" && exitCode !== 0
    ? `${result.name} ended with code ${exitCode}.`
    : undefined;
}

function describeFolder(scene: SceneState): string {
  const failure = failureOf(scene);
  if (failure !== "") return failure.trim();
  const output = outputOf(scene.results.at(-1));
  return output === "" ? "It is empty." : `It holds ${output.split("\n").join(", ")}.`;
}

function describeRun(scene: SceneState): string {
  const failure = failureOf(scene);
  if (failure !== "") return failure.trim();
  const run = scene.results.findLast(({ name }) => name === "terminal");
  return `It printed: ${outputOf(run).split("\n").join(" / ")}.`;
}

function describeMemory(system: string): string {
  const line = system.split("\n").find((each) => each.includes(fact));
  if (line === undefined) return "My prompt says nothing about you, so I look into memory and at the file.";
  return `My prompt begins with what was saved: “${line.trim()}” I check memory and the file too.`;
}

function outputOf(result: ToolMessage | undefined): string {
  const output = result === undefined ? undefined : fieldsOf(result)["output"];
  return typeof output === "string" ? output.trim() : "";
}

function fieldsOf({ content }: ToolMessage): Readonly<Record<string, unknown>> {
  const value: unknown = JSON.parse(content);
  return typeof value === "object" && value !== null ? { ...value } : {};
}
