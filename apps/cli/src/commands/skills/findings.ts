import type { SkillScan } from "@hermes/scanner";
import { paragraph } from "../../render/paragraph.ts";
import type { TextLayout } from "./skills-context.ts";
import { safe } from "./safe-text.ts";

const said = {
  allow: "The scan found nothing that speaks against it.",
  review: "The scan found what you should look at.",
  block: "The scan speaks against it.",
} as const;

const little = "The scan found little that speaks against it.";

/** What a scan found, each with its place and the text that shows it. */
export function scanLines(
  { decision, findings, notice }: SkillScan,
  { style, columns }: TextLayout,
): readonly string[] {
  const mark = { allow: style.green, review: style.yellow, block: style.red }[decision];
  return [
    ...paragraph(mark(decision === "allow" && findings.length > 0 ? little : said[decision]), { columns }),
    ...findings.flatMap(({ rule, severity, file, line, message, excerpt }) => [
      ...paragraph(`${severity}  ${safe(file)}:${line}  ${safe(message)} (${rule})`, { columns, indent: 2 }),
      ...(excerpt === "" ? [] : paragraph(style.dim(`│ ${safe(excerpt)}`), { columns, indent: 4 })),
    ]),
    ...paragraph(style.dim(notice), { columns }),
  ];
}
