import { gatewayStrings } from "./gateway-strings.ts";
import { memoryStrings } from "./memory-strings.ts";
import { scheduleStrings } from "./schedule-strings.ts";
import { skillStrings } from "./skill-strings.ts";

/** Texts of the pages about what the home knows and does by itself. */
export const pageStrings = {
  views: "Views",
  gateway: gatewayStrings,
  memory: memoryStrings,
  schedules: scheduleStrings,
  skills: skillStrings,
};
