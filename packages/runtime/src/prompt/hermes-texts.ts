import { defaultGuidance, defaultIdentity } from "@hermes/agent-loop";
import type { PromptOptions } from "@hermes/agent-loop";

/** The texts of the loop, with the name that the agent has here. */
export const hermesTexts: NonNullable<PromptOptions["defaults"]> = {
  identity: defaultIdentity.replace("You are a", "You are Hermes, a"),
  guidance: defaultGuidance.replace("from the program you run in", "from Hermes, the program you run in"),
};
