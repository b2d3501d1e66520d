import type { ScanSkillPort, SkillFinding, SkillPackage, VetSkill } from "@hermes/skills";
import type { SkillTrust } from "@hermes/skills/guard";

/** A file that is longer is a finding of its own. */
const maxScannedChars = 262_144;

/** What a skill would do, as far as its files tell: by the scanner of skills, and by the one of texts. */
export async function scanWhole(
  skill: SkillPackage,
  trust: SkillTrust,
): Promise<Awaited<ReturnType<ScanSkillPort>>> {
  const [{ scanSkill }, { scanText }] = await Promise.all([
    import("@hermes/skills/guard"),
    import("@hermes/permissions/scan-text"),
  ]);
  const scan = scanSkill(skill, { trust });
  const orders = skill.files.flatMap(({ path, content }) => {
    if (!/\.(?:md|mdx|markdown|mdc|txt)$/i.test(path)) return [];
    const whole = typeof content === "string" ? content : new TextDecoder().decode(content);
    const text = whole.slice(0, maxScannedChars);
    return scanText(text, { surface: "skill" }).findings.map(({ id, reason, span }): SkillFinding => ({
      rule: id,
      risk: "injection",
      severity: "critical",
      file: path,
      line: text.slice(0, span.start).split("\n").length,
      message: reason,
      excerpt: text.slice(span.start, span.end).replace(/\s+/g, " ").trim().slice(0, 120),
    }));
  });
  const findings = [...orders, ...scan.findings];
  return { decision: orders.length > 0 ? "block" : scan.decision, findings };
}

/** Looks at a skill of a project: whoever can write to a repository could otherwise teach the agent anything. */
export function vetSkill(warn: (message: string) => void): VetSkill {
  return async ({ name, folder }) => {
    const { readSkillPackage } = await import("@hermes/skills");
    const { decision, findings } = await scanWhole(readSkillPackage(folder, name), "community");
    if (decision !== "block") return undefined;
    const [worst] = findings;
    const said = worst?.message.replace(/\.$/, "");
    const what = worst === undefined ? "" : `: ${said} (${worst.file}, line ${worst.line})`;
    warn(`The skill "${name}" of this project is not offered${what}.`);
    return `the scan found what may do harm${what}`;
  };
}
