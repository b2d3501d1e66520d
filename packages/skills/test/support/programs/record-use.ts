// Counts as many uses of skills as it is told to, one after the other.
import { fileSkillUse } from "../../../src/index.ts";
import { meetOthers } from "../meet-others.ts";

const [path = "", count = "1", meetingPoint, others = "1"] = process.argv.slice(2);
const use = fileSkillUse(path);
if (meetingPoint !== undefined) await meetOthers(meetingPoint, Number(others));
Object.assign(globalThis, { armed: true });
for (let at = 0; at < Number(count); at++)
  // oxlint-disable-next-line no-await-in-loop -- one after the other
  await use.record({ skill: `s${at % 9}`, kind: "used", at });
