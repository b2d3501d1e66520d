import type { ChosenModel } from "../choice/model-choice.ts";
import { geminiThinkingOf } from "../providers/gemini.ts";
import { claudeEfforts } from "../render/claude-thinking.ts";
import { geminiEfforts } from "../render/gemini.ts";
import { chatEfforts, openaiEfforts } from "./chat-efforts.ts";
import { effortsOf, type ReasoningEffort } from "./reasoning-effort.ts";

/**
 * The efforts that a model can be told at its provider, lowest first; empty where it can't be told. Undefined: only a
 * request shows it, as with the models of Ollama.
 */
export function modelEfforts({
  protocol,
  baseUrl,
  model,
}: Pick<ChosenModel, "protocol" | "baseUrl" | "model">): readonly ReasoningEffort[] | undefined {
  switch (protocol) {
    case "messages":
    case "converse":
      return claudeEfforts(model);
    case "gemini":
      return effortsOf(geminiEfforts(model, geminiThinkingOf(model)));
    case "responses":
    case "azure-responses":
      return openaiEfforts(model) ?? ["low", "medium", "high"];
    case "ollama":
    case "given":
      return undefined;
    case "chat":
    case "azure-chat":
      return effortsOf(chatEfforts(URL.parse(baseUrl)?.hostname ?? "", model));
  }
}
