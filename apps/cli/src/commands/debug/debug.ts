import { resolve } from "node:path";
import { writeAtomically } from "../../files/write-atomically.ts";
import { exitCodes, type Host } from "../../host.ts";
import { confirm } from "../../prompt/confirm.ts";
import { bytes } from "../../render/amount.ts";
import { cleanText } from "../../render/clean-text.ts";
import { printLines, printRemark } from "../../render/print.ts";
import { gatherReport, type ReportPart } from "./gather-report.ts";

export interface DebugFlags {
  readonly output?: string | undefined;
  /** Of each log. */
  readonly logs: number;
  readonly force?: boolean | undefined;
  readonly yes?: boolean | undefined;
}

/** `hermes debug`: a file for whoever helps. It says what is in it before it is written, and goes nowhere. */
export async function debug({ output, logs, force, yes }: DebugFlags, host: Host): Promise<number> {
  const now = new Date();
  const parts = await gatherReport({ host, logLines: logs, now });
  const text = textOf(parts);
  if (output === "-") {
    host.stdout.write(text);
    return exitCodes.ok;
  }
  const name = `hermes-debug-${now.toISOString().slice(0, 16).replaceAll(":", "-")}.md`;
  const path = resolve(host.cwd, output ?? name);
  const intro = [
    "The report holds:",
    ...parts.map(({ title, text: part }) => `  ${title} (${bytes(Buffer.byteLength(part))})`),
    "It holds no keys, no values of variables, and nothing that was said. It is not sent anywhere.",
  ];
  if (host.stdinIsTerminal && !yes) {
    if (!(await confirm(host, { intro, question: `Write it to ${path}?` }))) {
      printRemark(host, "Nothing was written.");
      return exitCodes.failed;
    }
  } else for (const line of intro) printRemark(host, line);
  await writeAtomically(path, [text], { force, signal: host.stopped });
  printLines(host, [cleanText(`Written: ${path}`)]);
  printRemark(host, "Look through it before you give it to somebody.");
  return exitCodes.ok;
}

function textOf(parts: readonly ReportPart[]): string {
  const sections = parts.map(({ title, text }) => `## ${title}\n\n${fenced(text)}\n`);
  return `# Report of Hermes\n\n${sections.join("\n")}`;
}

/** As it is: nothing in it is taken for Markdown. */
function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}text\n${text.trimEnd()}\n${fence}`;
}
