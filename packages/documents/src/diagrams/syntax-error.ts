import { HermesError } from "@hermes/registry";

export interface SourcePlace {
  /** Counted from 1. Undefined: it is not known. */
  readonly line: number | undefined;
  /** Counted from 1. */
  readonly column?: number | undefined;
}

const maxMessage = 600;
const maxLine = 200;

/** What a program can't draw, with the place, and with the line of the source that is there. */
export function syntaxError(
  program: string,
  { source, message, line, column }: SourcePlace & { readonly source: string; readonly message: string },
): HermesError {
  const place = line === undefined ? "" : `, line ${line}${column === undefined ? "" : `, column ${column}`}`;
  const written = line === undefined ? "" : (source.split(/\r?\n/)[line - 1] ?? "").trimEnd();
  const shown = written.trim() === "" ? "" : `\n${line} | ${written.slice(0, maxLine)}`;
  return new HermesError(`${program}${place}: ${message.trim().slice(0, maxMessage)}${shown}`, {
    code: "DIAGRAM_SYNTAX",
    hint: "Correct the source and draw it again.",
  });
}
