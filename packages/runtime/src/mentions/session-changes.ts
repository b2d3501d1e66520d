import type { WorkingChanges } from "@hermes/agent-loop/controller";
import type { RuntimeParts } from "../runtime-parts.ts";
import { readChanges } from "./git-changes.ts";
import { placeOf } from "./session-mentions.ts";
import type { MentionsOfSession } from "./session-mentions.ts";

/** What differs in the folder of a session from its last commit, for its person. */
export async function sessionChanges(parts: RuntimeParts, asked: MentionsOfSession): Promise<WorkingChanges> {
  const [backend, permissions] = await Promise.all([parts.backend(), parts.permissions()]);
  return await readChanges("changed", placeOf(parts, asked, { backend, policy: permissions.pathPolicy }));
}
