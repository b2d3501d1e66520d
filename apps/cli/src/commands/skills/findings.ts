import type { SkillScan } from "@hermes/skills";
import { wrap } from "../../render/wrap.ts";
import type { Look } from "./desk.ts";
import { safe } from "./safe.ts";

const said = {
  allow: "The scan found nothing that speaks against it.",
  review: "The scan found what you should look at.",
  block: "The scan speaks against it.",
} as const;

const little = "The scan found little that speaks against it.";

/** What a scan found, each with its place and the text that shows it. */
export function scanLines(
  { decision, findings, notice }: SkillScan,
  { style, columns }: Look,
): readonly string[] {
  const mark = { allow: style.green, review: style.yellow, block: style.red }[decision];
  return [
    ...wrap(mark(decision === "allow" && findings.length > 0 ? little : said[decision]), { columns }),
    ...findings.flatMap(({ rule, severity, file, line, message, excerpt }) => [
      ...wrap(`${severity}  ${safe(file)}:${line}  ${safe(message)} (${rule})`, { columns, indent: 2 }),
      ...(excerpt === "" ? [] : wrap(style.dim(`│ ${safe(excerpt)}`), { columns, indent: 4 })),
    ]),
    ...wrap(style.dim(notice), { columns }),
  ];
}
