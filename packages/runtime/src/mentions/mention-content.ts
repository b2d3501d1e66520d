import type { PathPolicy } from "@hermes/permissions";
import type { Provenance, ToolContext } from "@hermes/registry";
import type { Backend } from "@hermes/terminal-backends";

/** What was found at a mention. */
export type MentionContent =
  | {
      readonly ok: true;
      /** What it is, for a person: `src/a.ts:10-40`. */
      readonly name: string;
      /** `31 lines`, `12 entries`, `text/html`. */
      readonly size: string;
      /** More for the model, such as where it comes from. */
      readonly about: string;
      readonly text: string;
      /** What is missing of it, for both: one sentence. */
      readonly missing?: string | undefined;
      readonly provenance?: readonly Provenance[] | undefined;
    }
  | { readonly ok: false; readonly name: string; readonly reason: string };

/** What it takes to read what a person mentions. */
export interface MentionPlace {
  readonly backend: Backend;
  readonly policy: PathPolicy;
  /** In the name of the person who typed it. */
  readonly context: ToolContext;
  /** Absolute form of a path as the person sees it. */
  readonly resolve: (path: string) => Promise<string>;
  /** Untrusted sources of a file or folder, by its absolute path there. */
  readonly sourcesOf: (path: string, options?: { readonly below: boolean }) => Promise<readonly Provenance[]>;
  /** Where programs of this machine are looked for; undefined elsewhere. */
  readonly searchPath: string | undefined;
  /** Texts with more characters are not attached. */
  readonly maxChars: number;
}

/** `1 line`, `2 lines`. */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
