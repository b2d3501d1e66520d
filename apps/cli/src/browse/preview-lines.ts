import { isNoteToModel } from "@hermes/agent-loop";
import type { MessageWindow } from "@hermes/state";
import { fit, oneLine } from "../render/fit.ts";

/** The last words of both sides, a line each. */
export function previewLines(
  window: MessageWindow | undefined,
  { columns, rows }: { readonly columns: number; readonly rows: number },
): readonly string[] {
  const said = (window?.messages ?? []).flatMap(({ message }) => {
    if (message.role === "tool") return [];
    const text = oneLine(message.content.map((part) => (part.type === "text" ? part.text : " ")).join(" "));
    return text === "" || isNoteToModel(text)
      ? []
      : [`  ${message.role === "user" ? "you" : "hermes"}: ${text}`];
  });
  return rows < 1 ? [] : said.slice(-rows).map((line) => fit(line, columns));
}
