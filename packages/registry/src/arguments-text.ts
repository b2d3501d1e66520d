export type ArgumentsText =
  | {
      readonly ok: true;
      readonly value: unknown;
      /** JSON that says `value`: the text as it came, unless it had to be repaired. */
      readonly json: string;
    }
  | { readonly ok: false; readonly problem: string };

/**
 * Reads the arguments of a call as a model writes them. Blank text counts as no arguments.
 *
 * Two slips are repaired, since each can mean one thing only: a control character that stands as it is within a
 * string (a line break, a tab), and a comma after the last item. Nothing is ever completed or invented: text that was
 * cut off stays a problem.
 */
export function parseArgumentsText(text: string): ArgumentsText {
  if (text.trim() === "") return { ok: true, value: {}, json: "{}" };
  try {
    return { ok: true, value: JSON.parse(text), json: text };
  } catch (error) {
    const repaired = withoutSlips(text);
    try {
      if (repaired !== text) return { ok: true, value: JSON.parse(repaired), json: repaired };
    } catch {
      // Broken in another way: what is said is about the text as the model wrote it.
    }
    return { ok: false, problem: error instanceof Error ? error.message : String(error) };
  }
}

/** A string, whole or cut off; or a comma between a value and the end of its list or object. */
const strings = /"(?:[^"\\]|\\[^])*"?|(?<=["\]}\w]\s*),(?=\s*[\]}])/g;

function withoutSlips(text: string): string {
  return text.replace(strings, (found) => (found === "," ? "" : escapeControls(found)));
}

function escapeControls(literal: string): string {
  // oxlint-disable-next-line no-control-regex -- they are what is looked for
  return literal.replace(/[\u0000-\u001f]/g, (control) => JSON.stringify(control).slice(1, -1));
}
