import { isIP } from "node:net";
import type { Transcript } from "@hermes/registry";
import { isKnown, readOptions } from "@hermes/command-safety";
import { classifyName } from "../urls/host-names.ts";

/** The host as people name it, with the port where it is not that of the scheme. */
export function hostOf(address: string): string | undefined {
  const whole = /^[\w+.-]+:\/\//.test(address) ? address : `http://${address}`;
  if (!URL.canParse(whole)) return undefined;
  const { host } = new URL(whole);
  return host === "" ? undefined : host;
}

/** Addresses among the words of a command. */
export function addressesIn(argv: readonly string[]): readonly string[] {
  return argv.filter((word) => /^(?:https?|ftps?|git|ssh|wss?):\/\/[^/]/i.test(word));
}

const fetchOptions = {
  curl: {
    flags: "sSfLOIikgNv#46",
    values: "omwr",
    longFlags:
      "silent show-error fail location remote-name head include insecure compressed globoff verbose progress-bar get",
    longValues: "output max-time connect-timeout retry retry-delay range max-redirs",
    anywhere: true,
  },
  wget: {
    flags: "qvncSN46",
    values: "OTt",
    longFlags:
      "quiet no-verbose continue timestamping no-check-certificate spider server-response show-progress https-only",
    longValues: "output-document timeout tries",
    anywhere: true,
  },
} as const;

/**
 * The addresses that a command only asks for, without anything beside them; undefined when it does more than that: sends a
 * body or a header, takes its orders from a file, or can't be read.
 */
export function fetchedOnly([path = "", ...args]: readonly string[]): readonly string[] | undefined {
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (!args.every((word) => isKnown(word))) return undefined;
  if (name !== "curl" && name !== "wget") return undefined;
  const { operands, unknown } = readOptions(args, fetchOptions[name]);
  const areAddresses =
    operands.length > 0 && operands.every((word) => hostOf(word) !== undefined && !/[[\]{}]/.test(word));
  return unknown === undefined && areAddresses ? operands : undefined;
}

const cloneOptions = {
  flags: "qvn",
  values: "bo",
  longFlags: "quiet verbose progress no-checkout bare mirror single-branch no-tags",
  longValues: "depth branch origin",
  anywhere: true,
} as const;

/** The address and the folder of `git clone`, where it does nothing beside it. */
export function clonedOnly([path = "", verb, ...args]: readonly string[]):
  | { readonly address: string; readonly folder: string }
  | undefined {
  if (!/(^|\/)git$/.test(path) || verb !== "clone" || !args.every((word) => isKnown(word))) return undefined;
  const { operands, unknown } = readOptions(args, cloneOptions);
  const [address, folder] = operands;
  if (unknown !== undefined || address === undefined || operands.length > 2) return undefined;
  const name =
    address
      .replace(/\/+$/, "")
      .split(/[/:]/)
      .at(-1)
      ?.replace(/\.git$/, "") ?? "";
  return { address, folder: folder ?? name };
}

/** `git fetch` and `git pull` of what is set up: no address, nothing that runs. */
export function updatesOnly([path = "", verb, ...args]: readonly string[]): boolean {
  return (
    /(^|\/)git$/.test(path) &&
    (verb === "fetch" || verb === "pull") &&
    args.every(
      (word) =>
        /^(?:-[qvpat]+|--(?:quiet|verbose|prune|all|tags|rebase|ff-only|no-rebase)|[\w][\w./-]*)$/.test(
          word,
        ) && !word.includes(":"),
    )
  );
}

/** Whether the person has named a host in their own words. */
export function isNamedByPerson(host: string, { person }: Transcript): boolean {
  const escaped = host.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  const named = new RegExp(String.raw`(?<![\w.-])${escaped}(?![\w-]|:\d|\.\w)`, "i");
  return person.some((text) => named.test(text));
}

/** Whether an address stands word for word in what was said or read. */
export function isQuoted(address: string, { person, untrusted }: Transcript): boolean {
  const escaped = JSON.stringify(address).slice(1, -1);
  return [...person, ...untrusted].some((text) => stands(address, text) || stands(escaped, text));
}

const wholeWord: Ends = { notBefore: /[\w/.-]/, notAfter: /[\w/%&=?#-]/ };

function stands(word: string, text: string, { notBefore, notAfter } = wholeWord): boolean {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    const [before = " ", after = " "] = [text[at - 1], text[at + word.length]];
    if (!notBefore.test(before) && !notAfter.test(after)) return true;
  }
  return false;
}

/** What would make a find a part of something longer. */
interface Ends {
  readonly notBefore: RegExp;
  readonly notAfter: RegExp;
}

/** What a list of pages is asked for with: a name that says nothing, and a small number. */
const ofPaging = /^(?:page|p|limit|offset|start|per_page|page_size|size)=\d{1,3}$/;
const maxParts = 12;
/** Numbers that nobody has named, in one address. */
const maxNumbers = 2;
/** The folder of a page, and a link that stands in it, each in one piece. More of them would spell something. */
const maxPieces = 3;

/**
 * Whether an address says nothing that was not said or read before: each part of its path stands in the words of the person
 * or in text of others, each part of its query in the words of the person. What the model has from elsewhere, a file or a
 * key, can't be put into it; nor can it be spelled by many small parts.
 */
export function carriesNoNewData(address: string, transcript: Transcript): boolean {
  const own: Transcript = { person: transcript.person, untrusted: [] };
  if (isQuoted(address, own)) return true;
  const url = new URL(/^[\w+.-]+:\/\//.test(address) ? address : `http://${address}`);
  if (url.username !== "" || url.password !== "") return false;
  const path = url.pathname.split("/").filter((part) => part !== "");
  const query = url.search
    .slice(1)
    .split("&")
    .filter((part) => part !== "");
  if (path.length + query.length > maxParts) return false;
  const ofPerson = asWords(own);
  const pieces = piecesOf(path, transcript);
  const free = query.filter((part) => !(part.length > 2 && isQuoted(part, ofPerson)));
  return (
    pieces !== undefined &&
    pieces.quoted <= maxPieces &&
    free.every((part) => ofPaging.test(part)) &&
    pieces.numbers + free.length <= maxNumbers
  );
}

/** A path as few pieces that stand somewhere as they are, and short numbers between them. Undefined: it holds something else. */
function piecesOf(
  path: readonly string[],
  known: Transcript,
): { readonly quoted: number; readonly numbers: number } | undefined {
  let [quoted, numbers] = [0, 0];
  for (let at = 0; at < path.length;) {
    let end = path.length;
    while (end > at && !isKnownPiece(path.slice(at, end).join("/"), known)) end -= 1;
    if (end > at) quoted += 1;
    else if (/^\d{1,3}$/.test(path[at] ?? "")) numbers += 1;
    else return undefined;
    at = Math.max(end, at + 1);
  }
  return { quoted, numbers };
}

/** Links are relative, and stand between slashes. */
function isKnownPiece(piece: string, { person, untrusted }: Transcript): boolean {
  if (piece.length < 3 || /^\d{1,3}$/.test(piece)) return false;
  return [...person, ...untrusted].some((text) =>
    stands(piece, text, { notBefore: /[\w.-]/, notAfter: /[\w%-]/ }),
  );
}

/** Each part of a query by itself. */
function asWords({ person, untrusted }: Transcript): Transcript {
  const apart = (text: string): string => text.replaceAll(/[/?&#=]/g, " ");
  return { person: [...person, ...person.map(apart)], untrusted: [...untrusted, ...untrusted.map(apart)] };
}

/** Reading pages goes on: where a link was read, or where the person sent it, with nothing added. */
export async function mayBeRead(address: string, transcript: Transcript): Promise<boolean> {
  const host = hostOf(address);
  if (host === undefined) return false;
  if (isNamedByPerson(host, transcript)) return carriesNoNewData(address, transcript);
  return isQuoted(address, transcript) && !(await isLocalHost(host));
}

/** Whether a host belongs to this machine or its network, or to nobody. */
export async function isLocalHost(host: string): Promise<boolean> {
  const name = host.replace(/:\d+$/, "").replaceAll(/[[\]]/g, "");
  if (isIP(name) === 0) return classifyName(name.replace(/\.$/, "")) !== undefined;
  const { classifyAddress } = await import("../urls/address-kind.ts");
  return classifyAddress(name).kind !== "public";
}
