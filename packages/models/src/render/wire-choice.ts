import type { ModelRequest } from "../model.ts";
import type { Report } from "./wire-format.ts";
import type { WireTools } from "./wire-tools.ts";

/** Which ways there are to tell a model what it may call. */
export interface ChoiceAbilities {
  readonly none: boolean;
  readonly required: boolean;
  readonly tool: boolean;
}

const anyChoice: ChoiceAbilities = { none: true, required: true, tool: true };

/** What is said of calls; `tool` is a name on the wire. Undefined: nothing, and the model decides. */
export type WireChoice = "none" | "required" | { readonly tool: string } | undefined;

/** The choice of a request as far as it can be told; what can't is reported. */
export function wireChoice(
  { tools, toolChoice = "auto" }: ModelRequest,
  wire: WireTools,
  report: Report,
  can: ChoiceAbilities = anyChoice,
): WireChoice {
  if (toolChoice === "auto") return undefined;
  const left = (detail: string): undefined => {
    report({ type: "unsupported", what: "tool-choice", sent: "nearest", detail });
  };
  if (toolChoice === "none") return tools.length === 0 ? undefined : can.none ? "none" : left("none");
  if (toolChoice === "required") return can.required && tools.length > 0 ? "required" : left("required");
  const name = wire.wireName(toolChoice.tool);
  if (!wire.offers(name)) return left(toolChoice.tool);
  if (can.tool) return { tool: name };
  left(toolChoice.tool);
  return can.required ? "required" : undefined;
}
