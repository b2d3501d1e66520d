// Makes the changes given as JSON, one after the other, and prints what each came to.
import { createSkillEditor, fileSkillUse, openSkills } from "../../../src/index.ts";
import type { SkillChange } from "../../../src/index.ts";
import { meetOthers } from "../meet-others.ts";

const [user = "", changes = "[]", meetingPoint, count = "1"] = process.argv.slice(2);
const use = fileSkillUse(`${user}/.use.jsonl`);
const library = openSkills({ folders: { user }, use });
const editor = createSkillEditor({ library, use, scan: () => ({ decision: "allow", findings: [] }) });
// What is loaded with the first change is loaded now, so that only the change itself is met.
await editor.change({ action: "delete", name: "no-such-skill" }, { signal: new AbortController().signal });
if (meetingPoint !== undefined) await meetOthers(meetingPoint, Number(count));
Object.assign(globalThis, { armed: true });
const outcomes: unknown[] = [];
for (const change of JSON.parse(changes) as SkillChange[]) {
  const { ok, ...rest } = await editor.change(change, { signal: new AbortController().signal });
  outcomes.push({ ok, reason: "reason" in rest ? rest.reason : undefined });
}
process.stdout.write(JSON.stringify(outcomes));
