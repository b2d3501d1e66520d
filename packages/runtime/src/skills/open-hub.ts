import type { SkillHub } from "@hermes/skills/hub";
import { HermesError } from "@hermes/registry";
import type { RuntimeParts } from "../runtime-parts.ts";

export async function openHub(_parts: RuntimeParts): Promise<SkillHub> {
  throw new HermesError("The hub is being built.", { code: "HUB_OFFLINE" });
}
