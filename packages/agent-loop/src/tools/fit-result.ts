/** Keeps what is too large for a conversation where the model can read it in parts. */
export interface SpillStore {
  /** @returns the path under which the model's own file tools find the text. */
  write(result: SpilledResult): Promise<string>;
}

export interface SpilledResult {
  readonly callId: string;
  readonly toolName: string;
  readonly text: string;
}

export interface FittedResult {
  readonly content: string;
  /** Why the whole text could not be kept, for people. */
  readonly problem?: string | undefined;
}

const previewChars = 1_500;

/** The JSON text that stands in a message for a result that is too large for it. */
export async function fitResult(result: SpilledResult, spill: SpillStore | undefined): Promise<FittedResult> {
  const chars = result.text.length;
  const preview = previewOf(result.text);
  if (spill === undefined) return { content: lostResult(chars, preview) };
  try {
    const path = await spill.write(result);
    const how_to_read = `The whole result is in this file. Read it in parts (offset and limit), or search it; the preview is its start.`;
    return { content: JSON.stringify({ spilled: { path, chars, how_to_read }, preview }) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return {
      content: lostResult(chars, preview),
      problem: `Cannot keep the result of ${result.toolName} (${chars} characters): ${reason}`,
    };
  }
}

function lostResult(chars: number, preview: string): string {
  const how_to_read =
    "Only the preview was kept; the rest is lost. Call again and ask for less: a narrower search, a range of lines, or the output filtered first.";
  return JSON.stringify({ truncated: { chars, how_to_read }, preview });
}

/** The first characters, cut at the end of a line where one is near, never within a surrogate pair. */
function previewOf(text: string): string {
  const start = text.slice(0, previewChars);
  const lineEnd = start.lastIndexOf("\n");
  if (lineEnd > previewChars / 2) return start.slice(0, lineEnd);
  const last = start.charCodeAt(start.length - 1);
  return last >= 0xd800 && last <= 0xdbff ? start.slice(0, -1) : start;
}
