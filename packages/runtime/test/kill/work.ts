import type { Message, ScriptedAnswer, ScriptedCall } from "@hermes/models";

/** One call of the turn. `effect`: the line that it adds to the ledger, which must be there exactly once at the end. */
export interface WorkCall {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly effect?: string | undefined;
  /** Lines that it looks after itself: it may simply be made again. */
  readonly ownEffects?: readonly string[] | undefined;
  /** How long its effect may still come after the death of the process that started it. */
  readonly settleSeconds?: number | undefined;
}

export interface WorkStep {
  readonly text: string;
  readonly calls: readonly WorkCall[];
}

export const finalAnswer = "All steps are done.";

/** A command that adds a line to the ledger when it is through. */
function effect(line: string, more: { before?: string; settleSeconds?: number } = {}): WorkCall {
  const command = `${more.before ?? ""}echo ${line} >> ../ledger`;
  return { name: "terminal", arguments: { command }, effect: line, settleSeconds: more.settleSeconds };
}

/**
 * The turn: answers of the model, the last of them its final text. A further kind of work (a background process, a
 * code script) is one more step here; what must not happen twice gets an `effect`.
 */
export const workSteps: readonly WorkStep[] = [
  { text: "One direct call.", calls: [effect("one")] },
  { text: "Three at once.", calls: [effect("two-a"), effect("two-b"), effect("two-c")] },
  { text: "This one is asked.", calls: [effect("three", { before: "git push --force 2>&1; " })] },
  { text: "This one takes long.", calls: [effect("four", { before: "sleep 0.4; ", settleSeconds: 1 })] },
  { text: "A file.", calls: [{ name: "write_file", arguments: { path: "five.txt", content: "five\n" } }] },
  {
    text: "Reading and working side by side.",
    calls: [{ name: "read_file", arguments: { path: "five.txt" } }, effect("six")],
  },
  {
    text: "A list.",
    calls: [{ name: "todo", arguments: { todos: [{ id: "1", content: "Seven", status: "in_progress" }] } }],
  },
  {
    text: "Asked again, beside another.",
    calls: [effect("eight-a", { before: "git push --force 2>&1; " }), effect("eight-b")],
  },
  {
    text: "A change.",
    calls: [{ name: "write_file", arguments: { path: "nine.txt", content: "nine\n" } }],
  },
  {
    text: "Something to remember.",
    calls: [{ name: "memory", arguments: { action: "add", target: "memory", content: "Ten." } }],
  },
  { text: "The last effect.", calls: [effect("eleven")] },
  { text: "A script.", calls: [script("script-a", "script-b")] },
];

/** A script that calls a tool for each line, and looks up what may have taken effect before it does it again. */
function script(...lines: readonly string[]): WorkCall {
  const code = `import { terminal } from "hermes-tools";
for (const line of ${JSON.stringify(lines)}) {
  try {
    await terminal({ command: "echo " + line + " >> ../ledger" });
  } catch (error) {
    if (!error.message.includes("may or may not")) throw error;
    const { output } = await terminal({ command: "sleep 0.3; grep -x " + line + " ../ledger && echo found; true" });
    if (!output.includes("found")) await terminal({ command: "echo " + line + " >> ../ledger; true" });
  }
}`;
  return { name: "execute_code", arguments: { code, language: "javascript" }, ownEffects: lines };
}

export const effects: readonly string[] = workSteps.flatMap(({ calls }) =>
  calls.flatMap(({ effect, ownEffects = [] }) => (effect === undefined ? ownEffects : [effect])),
);

/**
 * What a careful model says next, worked out of the history alone, so that it goes on after a death as it would have
 * before: a call whose outcome is unknown is looked up in the ledger before it is made again.
 */
export function nextAnswer(messages: readonly Message[]): ScriptedAnswer {
  const last = JSON.stringify(messages.at(-1));
  if (last.includes("Now write the account.")) return { text: "They went through the steps." };
  if (last.includes("is about to be shortened")) return { text: "nothing" };
  for (const { text, calls } of workSteps) {
    const missing: WorkCall[] = [];
    for (const call of calls) {
      const outcome = outcomeOf(call, messages);
      if (outcome === "unknown") return { text: "Let me look what became of it.", calls: [lookUp(call)] };
      if (outcome === "missing") missing.push(call);
    }
    if (missing.length > 0) return { text, calls: missing.map(toScripted) };
  }
  return { text: finalAnswer };
}

type Outcome = "done" | "unknown" | "missing";

function outcomeOf(call: WorkCall, messages: readonly Message[]): Outcome {
  let outcome: Outcome = "missing";
  const ids = new Set<string>();
  const lookUps = new Set<string>();
  for (const message of messages) {
    if (message.role === "assistant") {
      for (const part of message.content) {
        if (part.type !== "tool-call") continue;
        if (isSame(part.arguments, toScripted(call))) ids.add(part.id);
        if (isSame(part.arguments, lookUp(call))) lookUps.add(part.id);
      }
    } else if (message.role === "tool" && ids.has(message.callId)) {
      outcome = message.isError !== true ? "done" : isUnknown(message.content, call) ? "unknown" : "missing";
    } else if (message.role === "tool" && lookUps.has(message.callId) && outcome === "unknown") {
      // A look that was cut itself says nothing.
      if (message.isError !== true) outcome = /found/.test(outputOf(message.content)) ? "done" : "missing";
    }
  }
  return outcome;
}

function isUnknown(content: string, call: WorkCall): boolean {
  // What has no effect that could happen twice is simply made again.
  return call.effect !== undefined && content.includes("outcome unknown");
}

function outputOf(content: string): string {
  const result: unknown = JSON.parse(content);
  return typeof result === "object" && result !== null && "output" in result ? String(result.output) : "";
}

function lookUp(call: WorkCall): ScriptedCall {
  const line = call.effect ?? "";
  const command = `sleep ${call.settleSeconds ?? 0}; grep -qx ${line} ../ledger && echo found ${line}; true`;
  return { name: "terminal", arguments: { command } };
}

function toScripted(call: WorkCall): ScriptedCall {
  return { name: call.name, arguments: call.arguments };
}

function isSame(sent: string, call: ScriptedCall): boolean {
  return sent === JSON.stringify(call.arguments);
}
