import type { Finding } from "./finding.ts";

/** Something that a command touches, as far as it could be resolved. */
export type Effect =
  | { readonly kind: "read" | "write" | "delete"; readonly path: string }
  | { readonly kind: "network"; readonly host?: string | undefined }
  | { readonly kind: "package"; readonly manager: string; readonly name?: string | undefined }
  | { readonly kind: "git"; readonly action: string; readonly ref?: string | undefined }
  | { readonly kind: "service"; readonly name?: string | undefined }
  | { readonly kind: "privilege" }
  | { readonly kind: "execute"; readonly program: string };

/** One simple command that was found, wrappers taken off. */
export interface FoundCommand {
  /** Program and arguments as the shell would hand them over; what is not known stands as U+FFFD. */
  readonly argv: readonly string[];
  /** The words joined by blanks, without quotes: what rules are matched against. */
  readonly text: string;
  /** The file that it stands in; absent: the command itself. */
  readonly script?: string | undefined;
}

export interface CommandVerdict {
  readonly findings: readonly Finding[];
  /** `false`: some part could not be read; at least one finding of severity `ask` says why. */
  readonly understood: boolean;
  readonly effects: readonly Effect[];
  readonly commands: readonly FoundCommand[];
  /** The files that it runs, those that they take in among them. */
  readonly scripts: readonly JudgedScript[];
}

export interface JudgedScript {
  /** Absolute, links followed. */
  readonly path: string;
  /** Of the bytes that were judged. */
  readonly sha256: string;
  /** What it holds, for a person to read. Undefined for the person's own work, and where it can't be read. */
  readonly text: string | undefined;
}
