import { loadSettings } from "@hermes/config";
import { openRuntime } from "../../chat/open-runtime.ts";
import type { Host } from "../../host.ts";
import { interruptible } from "../../interruptible.ts";
import { questionsOnTerminal } from "../../prompt/questions-on-terminal.ts";
import { readAll } from "../../prompt/read-all.ts";
import { formatDuration } from "../../render/activity-line.ts";
import { StatusLine } from "../../render/status-line.ts";
import { printJson, printLines, printRemark } from "../../render/print.ts";
import { Screen } from "../../render/screen.ts";
import { coloured, createStyle } from "../../render/style.ts";
import { wrap } from "../../render/wrap.ts";
import type { SkillsContext } from "./skills-context.ts";

/** Context of `hermes skills` at a shell. What it opened is closed with it. */
export async function openSkillsContext(host: Host): Promise<SkillsContext & AsyncDisposable> {
  const loaded = await loadSettings({ env: host.env });
  const remarks = createStyle(coloured(host.stderr));
  const screen = new Screen({ ...host, style: remarks });
  const statusLine = new StatusLine(screen, Date.now);
  const runtime = openRuntime(host, {
    loaded,
    onWarning: (message) => printRemark(host, message),
  });
  const work = interruptible(host);
  return {
    skills: await runtime.skills(),
    name: "hermes skills",
    cwd: host.cwd,
    env: host.env,
    signal: work.signal,
    answer: { style: createStyle(coloured(host.stdout)), columns: host.stdout.columns },
    remarks: { style: remarks, columns: host.stderr.columns },
    print: (lines) => {
      statusLine.clear();
      printLines(host, lines);
    },
    json: (value) => {
      statusLine.clear();
      printJson(host, value);
    },
    note: (lines) => {
      for (const line of lines)
        for (const part of wrap(line, { columns: host.stderr.columns })) screen.note(part);
    },
    questions: host.stdinIsTerminal ? questionsOnTerminal(host, screen) : undefined,
    working: (what) => {
      statusLine.show(
        { name: what, since: Date.now(), line: (elapsedMs) => `${what} … ${formatDuration(elapsedMs)}` },
        { atOnce: true },
      );
      return { [Symbol.dispose]: () => statusLine.clear() };
    },
    lend: async (task) => {
      statusLine.clear();
      // What is typed there is for the other program, Ctrl-C too.
      const ignoreInterrupts = host.onInterrupt(() => undefined);
      try {
        return await task();
      } finally {
        ignoreInterrupts();
      }
    },
    readInput: () => readAll(host.stdin()),
    async [Symbol.asyncDispose]() {
      statusLine.clear();
      work[Symbol.dispose]();
      await runtime[Symbol.asyncDispose]();
    },
  };
}
