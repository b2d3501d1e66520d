import { resolve } from "node:path";
import { usageError } from "../../failure.ts";

/** The options of `hermes mcp add` that become part of the entry. */
export interface EntryFlags {
  readonly env?: readonly string[] | undefined;
  readonly header?: readonly string[] | undefined;
  readonly transport?: "http" | "sse" | undefined;
  readonly oauth?: boolean | undefined;
  readonly folder?: readonly string[] | undefined;
  readonly host?: readonly string[] | undefined;
  readonly variable?: readonly string[] | undefined;
}

/** A name with its value, as an option gave it; undefined: it is asked for. */
export type Given = readonly [name: string, value: string | undefined];

export interface CommandFields {
  readonly type: "command";
  readonly command: string;
  readonly args: readonly string[];
  readonly env: readonly Given[];
  /** Undefined: nothing was said, and it gets what every server gets. */
  readonly profile:
    | {
        readonly folders: readonly string[];
        readonly hosts: readonly string[];
        readonly variables: readonly string[];
      }
    | undefined;
}

export interface AddressFields {
  readonly type: "address";
  readonly url: string;
  readonly headers: readonly Given[];
  readonly transport: "http" | "sse" | undefined;
  readonly oauth: boolean;
}

/** What `hermes mcp add` was told. @throws A usage error where it can't be meant. */
export function entryFields(
  target: readonly string[],
  flags: EntryFlags,
  { cwd }: { readonly cwd: string },
): CommandFields | AddressFields {
  const [first, ...args] = target;
  if (first === undefined)
    throw usageError("What is it? Give its address, or after -- the command that starts it.");
  if (/^https?:\/\//i.test(first)) return addressFields(first, args, flags);
  refuse(
    flags,
    ["header", "transport", "oauth"],
    "is for a server with an address, and this one is a command.",
  );
  if (args.length === 0 && /\s/.test(first))
    throw usageError(`Write the command as words of its own, not in quotes: hermes mcp add NAME -- ${first}`);
  const { folder = [], host = [], variable = [] } = flags;
  const isHeld = folder.length + host.length + variable.length > 0;
  const folders = folder.map((path) => resolve(cwd, path));
  return {
    type: "command",
    ...{ command: first, args },
    env: (flags.env ?? []).map((text) => given(text, "=")),
    profile: isHeld ? { folders, hosts: host, variables: variable } : undefined,
  };
}

function addressFields(url: string, rest: readonly string[], flags: EntryFlags): AddressFields {
  if (rest.length > 0) throw usageError(`One address is enough: what is "${rest[0]}"?`);
  if (!URL.canParse(url)) throw usageError(`"${url}" is no address. One looks like https://host/mcp.`);
  refuse(flags, ["env", "folder", "host", "variable"], "is for a command, and this server has an address.");
  const { transport, oauth = false } = flags;
  return {
    type: "address",
    url,
    headers: (flags.header ?? []).map((text) => given(text, ":")),
    ...{ transport, oauth },
  };
}

function refuse(flags: EntryFlags, names: readonly (keyof EntryFlags)[], why: string): void {
  const found = names.find((name) => flags[name] !== undefined);
  if (found !== undefined) throw usageError(`--${found} ${why}`);
}

function given(text: string, sign: "=" | ":"): Given {
  const at = text.indexOf(sign);
  const name = (at < 0 ? text : text.slice(0, at)).trim();
  if (!/^[\w-]+$/.test(name)) throw usageError(`"${name}" is no name: write NAME${sign}value.`);
  return [name, at < 0 ? undefined : text.slice(at + 1).trim()];
}
