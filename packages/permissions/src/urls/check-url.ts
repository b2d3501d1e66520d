import { parseAllowedHosts } from "./allowed-hosts.ts";
import type { AllowedHosts } from "./allowed-hosts.ts";
import { classifyAddress } from "./address-kind.ts";
import type { ClassifiedAddress } from "./address-kind.ts";
import { classifyName } from "./host-names.ts";
import { createOutgoingCheck } from "./outgoing-shape.ts";
import { parseUrl } from "./parse-url.ts";
import type { ParsedUrl } from "./parse-url.ts";

/** Looks a name up. An empty list and a rejection both mean that it has no address. */
export type ResolveHost = (
  host: string,
  options?: { readonly signal?: AbortSignal | undefined },
) => Promise<readonly string[]>;

export interface CheckUrlOptions {
  /** @default the resolver of the system */
  readonly resolve?: ResolveHost | undefined;
  /** `Location` values that followed, in their order. @default [] */
  readonly redirects?: readonly string[] | undefined;
  /** Hosts, hosts with ports and networks that may be reached though they are private. @default [] */
  readonly allow?: readonly string[] | undefined;
  /** `false`: no name is looked up, since the question alone would tell somebody; what is seen by the address is all that is judged. @default true */
  readonly lookUp?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface UrlVerdict {
  readonly allow: boolean;
  /** One sentence, for a person and a model alike. */
  readonly reason: string;
  /** Where the last hop leads; connect to this and nothing else. Absent when refused. */
  readonly address?: string | undefined;
}

/** Redirects that are followed at most. */
export const maxRedirects = 5;

/**
 * Decides whether an address may be fetched: only http and https, only hosts whose every address is public (or on the
 * person's own list), each redirect likewise. A metadata service is refused whatever the list says.
 *
 * A name is asked for twice, and both answers must do: whoever cannot connect to the checked address (a browser, say)
 * is at least not led on by a name that changes its answer at once. `createGuardedFetch` connects to what was checked.
 *
 * @throws {HermesError} `NETWORK_BAD_ALLOW` for an entry of `allow` that is none; the reason of `signal` when aborted.
 */
export async function checkUrl(url: string, options: CheckUrlOptions = {}): Promise<UrlVerdict> {
  const { redirects = [], lookUp = true, signal } = options;
  const resolve = options.resolve ?? systemResolve;
  const allowed = parseAllowedHosts(options.allow ?? []);
  let from: URL | undefined;
  let verdict: UrlVerdict = { allow: false, reason: "There is no address." };
  for (const [index, hop] of [url, ...redirects].entries()) {
    if (index > maxRedirects) return refused(url, `It redirects more than ${maxRedirects} times.`);
    const parsed = parseUrl(hop, from);
    if (typeof parsed === "string") return refused(hop, parsed);
    const outgoing = index === 0 ? checkOutgoing(parsed, allowed) : undefined;
    if (outgoing !== undefined) return refused(hop, outgoing);
    const checked = await checkHost(parsed, { resolve, allowed, lookups: lookUp ? 2 : 0, signal });
    if ("refusal" in checked) return refused(hop, checked.refusal);
    verdict = { allow: true, reason: `${parsed.host} is ${checked.what}.`, address: checked.addresses[0] };
    from = parsed.url;
  }
  return verdict;
}

let findOutgoing: ((url: URL) => string | undefined) | undefined;

/** Whether an address that was made up here carries data away; what a server redirects to is its own data. */
export function checkOutgoing({ url, host, port }: ParsedUrl, allowed: AllowedHosts): string | undefined {
  if (allowed.name(host, port) || allowed.address(host, port)) return undefined;
  // Made once: it holds patterns alone.
  findOutgoing ??= createOutgoingCheck();
  return findOutgoing(url);
}

export interface CheckHostOptions {
  readonly resolve: ResolveHost;
  readonly allowed: AllowedHosts;
  /** How often a name is asked for; every answer must do. With 0 it has no addresses. */
  readonly lookups: number;
  readonly signal?: AbortSignal | undefined;
}

export type CheckedHost =
  | { readonly addresses: readonly string[]; readonly what: string }
  | {
      readonly refusal: string;
      /** The error of the network, when that and no rule is the reason. */
      readonly cause?: unknown;
    };

/** Where a host leads, if all of it may be reached. */
export async function checkHost(parsed: ParsedUrl, options: CheckHostOptions): Promise<CheckedHost> {
  const { host, port, literal } = parsed;
  const { allowed } = options;
  if (literal) return judge([host], { ...parsed, nameAllowed: false, allowed });
  const nameAllowed = allowed.name(host, port);
  const named = classifyName(host);
  if (named !== undefined && (named.kind === "metadata" || !nameAllowed)) return refusalOf(host, named);
  let first: CheckedHost | undefined;
  for (let look = 0; look < options.lookups; look++) {
    options.signal?.throwIfAborted();
    const addresses = await answersFor(host, options);
    if ("refusal" in addresses) return addresses;
    const judged = judge(addresses, { ...parsed, nameAllowed, allowed });
    if ("refusal" in judged) return judged;
    first ??= judged;
  }
  return first ?? { addresses: [], what: "a name that was not looked up" };
}

async function answersFor(
  host: string,
  { resolve, signal }: CheckHostOptions,
): Promise<readonly string[] | { readonly refusal: string; readonly cause?: unknown }> {
  try {
    const addresses = await resolve(host, { signal });
    return addresses.length === 0 ? { refusal: `${host} has no address.` } : addresses;
  } catch (error) {
    signal?.throwIfAborted();
    const why = error instanceof Error ? error.message : String(error);
    return { refusal: `${host} could not be looked up: ${why}.`, cause: error };
  }
}

interface JudgedHost extends ParsedUrl {
  readonly nameAllowed: boolean;
  readonly allowed: AllowedHosts;
}

/** One forbidden address among several is enough: which of them is used is up to chance. */
function judge(addresses: readonly string[], { host, port, nameAllowed, allowed }: JudgedHost): CheckedHost {
  let what = "a public host";
  for (const address of addresses) {
    const found = classifyAddress(address);
    if (found.kind === "public") continue;
    const mayPass = found.kind === "private" && (nameAllowed || allowed.address(address, port));
    if (!mayPass) return refusalOf(host, found, address);
    what = "on the list of private hosts that may be reached";
  }
  return { addresses, what };
}

function refusalOf(host: string, { kind, what }: ClassifiedAddress, address: string = host): CheckedHost {
  const leads = address === host ? `${host} is ${what}` : `${host} leads to ${address}, ${what}`;
  const advice = kind === "private" ? " The person can allow it in network.allow_private." : "";
  return { refusal: `${leads}.${advice}` };
}

function refused(url: string, why: string): UrlVerdict {
  return { allow: false, reason: `${shown(url)} is not fetched. ${why}` };
}

/** An address as it may stand in a sentence: without what could be a secret or a trick. */
export function shown(url: string): string {
  const plain = url
    .slice(0, 200)
    .replace(/[?#].*$/s, "")
    .replace(/\/\/[^/@]*@/, "//…@")
    .replaceAll(/[^\x21-\x7e]/g, "�");
  return plain === "" ? "An empty address" : plain;
}

/** All addresses that the system knows for a name, as programs on this machine see them. */
export const systemResolve: ResolveHost = async (host, options) => {
  const { lookup } = await import("node:dns/promises");
  const found = lookup(host, { all: true, verbatim: true });
  const addresses = await untilAborted(found, options?.signal);
  return addresses.map(({ address }) => address);
};

/** The system's look-up can't be stopped; who waits for it can. */
async function untilAborted<Value>(work: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  if (signal === undefined) return await work;
  let stop = (): void => {};
  const stopped = new Promise<never>((_resolve, reject) => {
    stop = () => reject(signal.reason);
    signal.addEventListener("abort", stop, { once: true });
  });
  try {
    return await Promise.race([work, stopped]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
