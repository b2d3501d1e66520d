import type { HostileSkill } from "./hostile-calls.ts";
import { encoded } from "./hostile-encoded.ts";
import { started } from "./hostile-started.ts";
import { told } from "./hostile-told.ts";
import { written } from "./hostile-written.ts";

export const hostileSkills: readonly HostileSkill[] = [...told, ...encoded, ...started, ...written];
