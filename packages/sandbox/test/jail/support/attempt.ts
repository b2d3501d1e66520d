/**
 * What an attempt to get out does at the level `process`.
 * `succeeds`, `fails`: everywhere. `root`: only where Hermes runs as root. `varies`: as the machine is set up.
 * `untried`: it could harm the machine, so it is tried in the jail only.
 */
export type AtProcessLevel = "succeeds" | "fails" | "root" | "varies" | "untried";

export interface Attempt {
  /** What it would reach, in words for the page about the sandbox. */
  readonly name: string;
  readonly language: "python" | "javascript";
  readonly process: AtProcessLevel;
  /** Calls `escaped()` when it got what it should not get; an exception, or nothing, is a refusal. */
  readonly code: string;
}

export function python(process: AtProcessLevel, name: string, code: string): Attempt {
  return { name, language: "python", process, code };
}

export function javascript(process: AtProcessLevel, name: string, code: string): Attempt {
  return { name, language: "javascript", process, code };
}
