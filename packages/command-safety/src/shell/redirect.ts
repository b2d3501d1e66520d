import type { Redirection } from "unbash";
import type { Expander } from "./expand.ts";
import { UNKNOWN } from "./unknown.ts";

/** Where a command's input comes from. */
export interface Input {
  /** Its content; `undefined`: not redirected. */
  readonly text: string | undefined;
  /** It comes out of a download. */
  readonly downloaded: boolean;
}

export const noInput: Input = { text: undefined, downloaded: false };

/** Whoever knows the files. */
export interface FileHost {
  /** A file is opened for writing (`content` absent) or has got a content. */
  wrote(path: string, content: string | undefined, append: boolean): void;
  /** Content of a file that the script wrote; `undefined` for every other file. */
  readFile(path: string): string | undefined;
}

export interface RedirectOptions {
  readonly expander: Expander;
  readonly host: FileHost;
}

/** Runs `work` with what its redirections give it to read, and keeps what it prints into files. */
export function withRedirects(
  redirects: readonly Redirection[],
  input: Input,
  { expander, host }: RedirectOptions,
  work: (input: Input) => string,
): string {
  if (redirects.length === 0) return work(input);
  let given = input;
  const targets: { readonly path: string; readonly append: boolean }[] = [];
  for (const redirect of redirects) {
    if (redirect.type === "HereString") {
      const text = redirect.target === undefined ? "" : expander.text(redirect.target);
      given = { text: `${text}\n`, downloaded: false };
    } else if (redirect.type === "HereDoc") {
      given = { text: heredocText(redirect, expander), downloaded: false };
    } else if (redirect.target !== undefined) {
      const path = expander.text(redirect.target);
      const isDescriptor = redirect.operator.endsWith("&") && /^(\d+-?|-)$/.test(path);
      if (isDescriptor) continue;
      if (redirect.operator === "<") given = { text: host.readFile(path) ?? UNKNOWN, downloaded: false };
      else if (redirect.operator === "<>") {
        given = { text: host.readFile(path) ?? UNKNOWN, downloaded: false };
        host.wrote(path, undefined, true);
      } else {
        const goesToFile = redirect.descriptor === undefined || isOutput(redirect.descriptor);
        host.wrote(path, undefined, true);
        if (goesToFile) targets.push({ path, append: redirect.operator.includes(">>") });
      }
    }
  }
  const output = work(given);
  const target = targets.at(-1);
  if (target === undefined) return output;
  host.wrote(target.path, output, target.append);
  return "";
}

function heredocText(redirect: Extract<Redirection, { type: "HereDoc" }>, expander: Expander): string {
  const { body, operator, delimiter } = redirect;
  const text =
    delimiter?.quoted === true || body.parts === undefined ? body.text : expander.bodyText(body.parts);
  return operator === "<<-" ? text.replace(/^\t+/gm, "") : text;
}

function isOutput(descriptor: { readonly type: string; readonly value?: number }): boolean {
  return descriptor.type === "FileDescriptor" && descriptor.value === 1;
}
