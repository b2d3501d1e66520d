import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSkillHub } from "@hermes/skill-hub";

const home = mkdtempSync(join(tmpdir(), "hub-example-"));
const officialFolder = join(home, "optional");
mkdirSync(join(officialFolder, "release-notes"), { recursive: true });
const text =
  "---\nname: release-notes\ndescription: Write release notes.\n---\n\nRead the log, then write.\n";
writeFileSync(join(officialFolder, "release-notes", "SKILL.md"), text);

// The fetch decides what may be reached; here nothing is.
const fetch = async (): Promise<Response> => await Promise.reject(new Error("this example stays at home"));
const hub = createSkillHub({ folder: join(home, "skills"), officialFolder, fetch });
const { signal } = new AbortController();

const { skills } = await hub.search("release", { source: "official", signal });
const outcome = await hub.install(skills[0]?.reference ?? "", {
  signal,
  confirm: async (plan) => await Promise.resolve(plan.scan.decision === "allow"),
});
console.log(outcome.ok, hub.installed()[0]?.reference);
