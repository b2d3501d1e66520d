import type { CreateElicitationResponse, ElicitationSchema } from "@agentclientprotocol/sdk";
import type { ClarifyAnswer, ClarifyQuestion, Clarifier } from "@hermes/agent-loop";
import type { Editor } from "./editor.ts";

/** Puts a question as a form; `null` where the editor shows none. */
export function askQuestion({ client, can }: Editor, sessionId: () => string): Clarifier | null {
  if ((can.elicitation?.form ?? undefined) === undefined) return null;
  return async (question, { signal }) => {
    try {
      const response = await client.request(
        "elicitation/create",
        {
          mode: "form",
          sessionId: sessionId(),
          message: question.question,
          requestedSchema: formOf(question),
        },
        { cancellationSignal: signal, stopWaitingOnCancel: true },
      );
      return answerOf(response);
    } catch (error) {
      signal.throwIfAborted();
      const why = error instanceof Error ? error.message : String(error);
      return { answered: false, reason: `The editor could not ask: ${why}` };
    }
  };
}

function formOf({ choices, allowFreetext }: ClarifyQuestion): ElicitationSchema {
  const choice = {
    choice: {
      type: "string" as const,
      title: "Choice",
      oneOf: choices.map((each) => ({ const: each, title: each })),
    },
  };
  const other = {
    other: { type: "string" as const, title: choices.length === 0 ? "Answer" : "Something else" },
  };
  const required = choices.length === 0 ? ["other"] : allowFreetext ? [] : ["choice"];
  return {
    type: "object",
    properties: {
      ...(choices.length === 0 ? {} : choice),
      ...(allowFreetext || choices.length === 0 ? other : {}),
    },
    required,
  };
}

function answerOf(response: CreateElicitationResponse): ClarifyAnswer {
  if (response.action !== "accept") return { answered: false, reason: "The person skipped the question." };
  const content: unknown = response.content;
  const given = new Map<string, unknown>(Object.entries(content ?? {}));
  const answer = [given.get("other"), given.get("choice")].find(
    (each): each is string => typeof each === "string" && each.trim() !== "",
  );
  return answer === undefined
    ? { answered: false, reason: "The person gave no answer." }
    : { answered: true, answer };
}
