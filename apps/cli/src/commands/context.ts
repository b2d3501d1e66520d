import { loadSettings } from "@hermes/config";
import { openRuntime } from "../chat/open-runtime.ts";
import { exitCodes, type Host } from "../host.ts";
import { onlyAscii } from "../render/charts.ts";
import { contextLines } from "../render/context-lines.ts";
import { fit, oneLine } from "../render/fit.ts";
import { printJson, printLines, printRemark } from "../render/print.ts";
import { coloured, createStyle } from "../render/style.ts";

/** `hermes context`: what fills the window of a conversation, or of one that begins now. */
export async function context(
  session: string | undefined,
  { json, new: isNew }: { readonly json?: boolean | undefined; readonly new?: boolean | undefined },
  host: Host,
): Promise<number> {
  const loaded = await loadSettings({ env: host.env });
  await using runtime = openRuntime(host, {
    loaded,
    onWarning: (message) => printRemark(host, message),
  });
  const { of, usage } = await runtime.contextUsage({ session, new: isNew });
  if (json) {
    printJson(host, { session: of?.id ?? null, title: of?.title ?? null, ...usage });
    return exitCodes.ok;
  }
  const columns = host.stdout.columns ?? 80;
  const style = createStyle(coloured(host.stdout));
  // What reads a pipe need not know more than ASCII.
  const ascii = onlyAscii(host.env) || !host.stdout.isTTY;
  const what = of === undefined ? "A new conversation here" : oneLine(of.title) || of.id;
  printLines(host, [style.bold(fit(what, columns)), ...contextLines(usage, { columns, style, ascii })]);
  return exitCodes.ok;
}
