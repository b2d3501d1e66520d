import type { FilePart } from "@hermes/models";

/**
 * Reads what a file says, for a model that does not take such files. Awaited once, before the words that the file comes with are written;
 * the text is kept with the file. What it throws is the warning `DOCUMENT_UNREADABLE`.
 *
 * @returns Undefined: it has no text, or none that can be read here.
 */
export type DocumentReader = (
  file: FilePart,
  options: {
    /** Aborted with the turn. */
    readonly signal: AbortSignal;
  },
) => Promise<string | undefined>;
