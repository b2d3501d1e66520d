import type { InstallPlan } from "@hermes/skill-hub";
import { bytes } from "../../../render/amount.ts";
import { moreLines } from "../../../render/count-of.ts";
import { wrap } from "../../../render/wrap.ts";
import { paragraph } from "../../../render/paragraph.ts";
import type { TextLayout } from "../skills-context.ts";
import { scanLines } from "../findings.ts";
import { safe, safeLines } from "../safe-text.ts";

const maxFiles = 20;
const maxDiffLines = 60;

/** Everything that a person should know before a skill is put in place. */
export function planLines(plan: InstallPlan, layout: TextLayout): readonly string[] {
  const { remote, name, folder, files, needs, replaces, scan } = plan;
  const { style, columns } = layout;
  const row = (label: string, text: string): readonly string[] =>
    paragraph(`${style.dim(label)} ${text}`, { columns, indent: 2 });
  const left = files.length - maxFiles;
  return [
    ...paragraph(`${style.bold(safe(name))}  ${style.cyan(safe(remote.reference))}`, { columns }),
    ...(remote.description === "" ? [] : paragraph(safe(remote.description), { columns, indent: 2 })),
    ...row("trust", remote.trust),
    ...(remote.url === undefined ? [] : row("page", safe(remote.url))),
    ...row("goes to", safe(folder)),
    ...(needs.length === 0 ? [] : row("asks for", needs.map(safe).join(", "))),
    ...row("files", String(files.length)),
    ...files
      .slice(0, maxFiles)
      .flatMap((file) =>
        paragraph(`${safe(file.path)}  ${style.dim(bytes(file.bytes))}`, { columns, indent: 4 }),
      ),
    ...(left > 0 ? [`    … and ${left} more`] : []),
    ...(replaces === undefined
      ? []
      : [
          ...row("replaces", `what was installed ${safe(replaces.installed.updatedAt)}`),
          ...diffLines(replaces.diff, layout),
        ]),
    ...scanLines(scan, layout),
  ];
}

/** A unified diff, in colours, and cut where it is long. */
export function diffLines(diff: string, { style, columns }: TextLayout): readonly string[] {
  const lines = safeLines(diff);
  const left = lines.length - maxDiffLines;
  return [
    ...lines.slice(0, maxDiffLines).flatMap((line) => {
      const mark = line.startsWith("+") ? style.green : line.startsWith("-") ? style.red : style.dim;
      return wrap(mark(line), { columns, indent: 4 });
    }),
    ...(left > 0 ? [`    … and ${moreLines(left)}`] : []),
  ];
}

/** An untrusted SKILL.md, with a mark before each line so that none can look like one of ours. */
export function textLines(text: string, { style, columns }: TextLayout): readonly string[] {
  return safeLines(text).flatMap((line) =>
    wrap(line, { columns: columns === undefined ? undefined : columns - 4 }).map(
      (part) => `  ${style.dim("│")} ${part}`,
    ),
  );
}
