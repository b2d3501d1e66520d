import { describeSources, untrustedSources } from "@hermes/registry";
import type { Provenance, ToolContext, Transcript } from "@hermes/registry";
import { join } from "node:path";
import type { Effect, FoundCommand } from "@hermes/command-safety";
import type { Finding } from "../finding.ts";
import { realPath } from "@hermes/command-safety";
import type { Subject, UnderstoodCommand } from "../policy/subject.ts";
import { textAfter } from "../policy/call-changes.ts";
import type { PermissionsOptions } from "../policy/permissions.ts";
import type { CallToLookAt } from "../policy/understand-call.ts";
import {
  addressesIn,
  carriesNothing,
  clonedOnly,
  fetchedOnly,
  hostOf,
  isLocalHost,
  isNamedByPerson,
  isQuoted,
  updatesOnly,
} from "./outside-addresses.ts";
import { absolute, isLasting, isNamedPath, isPackageFile, isPrivate, scriptsIn } from "./places.ts";
import { clonesOf, mostWords, sourcesFetched, sourcesOfCode, sourcesOfFiles } from "./sources-of-call.ts";
import type { UntrustedKind } from "./untrusted-finding.ts";
import {
  changesMeaning,
  handlesWords,
  installsWhatIsNamed,
  readsForge,
  isPlain,
  onlyMoves,
  speaksWithOthers,
} from "./plain-commands.ts";

/** What text of untrusted sources has to do with a call. */
export interface UntrustedLook {
  /** Sources that the call may have been made for: of the conversation, and of the files that it reads or runs. */
  readonly sources: readonly Provenance[];
  /** Sources of what its result will hold. */
  readonly brings: readonly Provenance[];
  /** What it would do for them that a person has to agree to. */
  readonly findings: readonly Finding[];
  /** Files and folders that it makes of text of these sources; absolute. */
  readonly writes: readonly string[];
}

export type UntrustedOptions = Pick<
  PermissionsOptions,
  "places" | "backend" | "written" | "readText" | "resolve"
>;

/** Nothing is known to be untrusted: what nearly every call gets. */
const nothing: UntrustedLook = { sources: [], brings: [], findings: [], writes: [] };
const unheard: Transcript = { person: [], untrusted: [] };

type CallContext = Pick<ToolContext, "provenance" | "transcript" | "taskId" | "signal">;

/**
 * Looks at a call as something that text of strangers may have asked for.
 *
 * @param subject With all that is known to speak against it.
 */
export async function judgeUntrusted(
  subject: Subject,
  call: CallToLookAt,
  context: CallContext,
  options: UntrustedOptions,
): Promise<UntrustedLook> {
  const { command } = subject;
  const ofFiles = options.backend.isolated ? [] : await sourcesOfFiles(subject, options);
  const sources = untrustedSources(context.provenance, ofFiles);
  const fetched = command === undefined ? [] : sourcesFetched(command.commands);
  const hosts = command === undefined || fetched.length > 0 ? [] : sourcesOfCode(command);
  const brings = untrustedSources(ofFiles, fetched, hosts);
  if (sources.length === 0 && brings.length === 0) return nothing;
  const writes = [
    ...subject.paths.flatMap(({ access, real }) => (access === "write" ? [real] : [])),
    ...clonesOf(subject),
  ];
  if (sources.length === 0) return { sources, brings, findings: [], writes };
  const transcript = context.transcript?.() ?? unheard;
  const judged = { subject, call, context, sources, transcript, options };
  const findings = command === undefined ? await judgeCall(judged) : await judgeCommandCall(judged);
  return { sources, brings, findings, writes };
}

interface Judged {
  readonly subject: Subject;
  readonly call: CallToLookAt;
  readonly context: CallContext;
  readonly sources: readonly Provenance[];
  readonly transcript: Transcript;
  readonly options: UntrustedOptions;
}

const consequences: Readonly<Record<UntrustedKind, string>> = {
  send: "would send to",
  persist: "would change what is read or run later:",
  private: "would read what is private:",
  execute: "would run what can't be read:",
};

function finding(kind: UntrustedKind, target: string, { sources, options }: Judged): Finding {
  const where = options.backend.isolated ? " (in an isolated place)" : "";
  return {
    id: `untrusted.${kind}`,
    severity: "ask",
    sources,
    reason: `This conversation holds text of ${describeSources(sources)}, and this call ${consequences[kind]} ${target}${where}.`,
  };
}

/* ---- commands ---- */

async function judgeCommandCall(judged: Judged): Promise<readonly Finding[]> {
  const { subject, options, transcript, sources } = judged;
  const { command, argument } = subject;
  if (command === undefined) return [];
  const findings = await judgePaths(judged);
  if (argument?.kind === "command" && argument.typedInto !== undefined)
    return [...findings, finding("execute", "keys typed into a program", judged)];
  const { commands, effects, understood, text, cwd } = command;
  const isRead = understood && !changesMeaning(text) && !effects.some(isUnclear);
  const isOwnProject = await hasOwnManifest(command, options);
  const others = commands.filter(
    (each) =>
      !isPlain(each) &&
      !readsForge(each) &&
      !isAllowedFetch(each, transcript, sources) &&
      !(isOwnProject && installsWhatIsNamed(each)),
  );
  const isEmpty = commands.length === 0 && !onlyMoves(text);
  findings.push(...(await judgeWords(judged, commands.filter(isPlain), { cwd, text })));
  const clone = clonesOf(subject).find((folder) => isLasting(folder, options.places));
  if (clone !== undefined) findings.push(finding("persist", clone, judged));
  const isExplained = connectsOnlyTo(commands, effects);
  if (isRead && others.length === 0 && !isEmpty && isExplained) return findings;
  const sender = others.find(speaksWithOthers);
  const reach = effects.find(
    ({ kind }) => kind === "network" || kind === "package" || kind === "service" || kind === "privilege",
  );
  if (sender !== undefined || reach !== undefined) {
    const host = reach?.kind === "network" ? reach.host : undefined;
    const address = sender && addressesIn(sender.argv)[0];
    return [
      ...findings,
      finding("send", (address && hostOf(address)) ?? host ?? nameOf(sender ?? commands[0]), judged),
    ];
  }
  return options.backend.isolated
    ? findings
    : [...findings, finding("execute", nameOf(others[0] ?? commands[0]), judged)];
}

const manifests =
  "package.json package-lock.json pnpm-lock.yaml yarn.lock bun.lock requirements.txt pyproject.toml uv.lock poetry.lock Gemfile Gemfile.lock go.mod go.sum Cargo.toml Cargo.lock .npmrc".split(
    " ",
  );

/** Whether what the project needs was named by nobody else: no text of strangers has a part in the files that say so. */
async function hasOwnManifest(
  { commands, cwd }: Pick<UnderstoodCommand, "commands" | "cwd">,
  { written }: UntrustedOptions,
): Promise<boolean> {
  if (written === undefined || !commands.some(installsWhatIsNamed)) return false;
  for (const name of manifests) {
    // oxlint-disable-next-line no-await-in-loop -- the first one is enough
    if ((await written.sourcesAt(await realPath(join(cwd, name)))).length > 0) return false;
  }
  return true;
}

function nameOf(command: FoundCommand | undefined): string {
  return command?.text.slice(0, 80) ?? "a command";
}

function isUnclear(effect: Effect): boolean {
  return "path" in effect && effect.path.includes("\uFFFD");
}

/** Whether every connection is one of a command that says where it goes: a redirection can be one, too. */
function connectsOnlyTo(commands: readonly FoundCommand[], effects: readonly Effect[]): boolean {
  const named = commands
    .flatMap(({ argv }) => fetchedOnly(argv) ?? addressesIn(argv))
    .flatMap((address) => hostOf(address)?.replace(/:\d+$/, "") ?? []);
  return effects.every((effect) => {
    if (effect.kind !== "network") return true;
    const at = named.indexOf(effect.host ?? "");
    if (at !== -1) named.splice(at, 1);
    return at !== -1;
  });
}

/** A page may be asked for where the person named its host, or where the conversation has come from, without giving anything away. */
function isAllowedFetch(
  { argv }: FoundCommand,
  transcript: Transcript,
  sources: readonly Provenance[],
): boolean {
  if (updatesOnly(argv)) return true;
  const clone = clonedOnly(argv);
  const addresses = fetchedOnly(argv) ?? (clone && [clone.address]);
  return (
    addresses !== undefined &&
    addresses.every((address) => {
      const host = hostOf(address);
      const isKnownHost =
        host !== undefined &&
        (isNamedByPerson(host, transcript) ||
          sources.some(({ source, name }) => source === "web" && name === host));
      return isKnownHost && carriesNothing(address, transcript);
    })
  );
}

/** What a command that only prints may read: its words that are paths, and the folder that it stands in or moves to. */
async function judgeWords(
  judged: Judged,
  commands: readonly FoundCommand[],
  { cwd, text }: { readonly cwd: string; readonly text: string },
): Promise<readonly Finding[]> {
  const { homedir } = judged.options.places;
  const reading = commands.filter((each) => !handlesWords(each));
  const words = reading
    .flatMap(({ argv: [, ...args] }) => args.map((word) => word.replace(/^--?[\w-]+=/, "")))
    .filter((word) => word !== "" && !word.startsWith("-"));
  const paths = words
    .slice(0, mostWords)
    .map((word) => absolute(word.replace(/[*?[{].*$/, ""), cwd, homedir));
  let folder = cwd;
  for (const [, moved = ""] of text.matchAll(/(?:^|[\s;&|(])(?:cd|pushd)\s+([^\s;&|)]+)/g))
    paths.push((folder = absolute(moved, folder, homedir)));
  if (reading.length > 0) paths.push(cwd);
  for (const path of new Set(paths)) {
    // oxlint-disable-next-line no-await-in-loop -- the first one is enough
    if (isForeign(await realPath(path), judged)) return [finding("private", path, judged)];
  }
  return [];
}

/** What is private, and was not named by the person. */
function isForeign(real: string, { options: { places }, transcript }: Judged): boolean {
  return isPrivate(real, places) && !isNamedPath(real, places, transcript.person);
}

/* ---- files and other calls ---- */

async function judgePaths(judged: Judged): Promise<Finding[]> {
  const { subject, options } = judged;
  if (options.backend.isolated) return [];
  const findings: Finding[] = [];
  for (const { path, real, access } of subject.paths) {
    if (/^\/dev\/(?:tcp|udp)\//.test(real)) findings.push(finding("send", real.slice(9), judged));
    else if (access === "read") {
      if (isForeign(real, judged)) findings.push(finding("private", path, judged));
    } else if (isLasting(real, options.places) || isLasting(path, options.places))
      findings.push(finding("persist", path, judged));
    // oxlint-disable-next-line no-await-in-loop -- seldom, and one file
    else if (isPackageFile(real) && (await changesScripts(path, judged)))
      findings.push(finding("persist", `the scripts of ${path}`, judged));
  }
  return findings;
}

/** Whether a file tool would change what package managers run by themselves. What can't be told counts as a change. */
async function changesScripts(path: string, { subject, context, options }: Judged): Promise<boolean> {
  const after = await textAfter(subject, path, context, options);
  return after === undefined || scriptsIn(await options.readText?.(path, context)) !== scriptsIn(after);
}

const sending = /^(?:message\.|browser\.(?:act|script)|home\.act|board\.write|computer\.|agent\.)/;

/** Longer arguments could hold a file. */
const mostAsked = 300;

async function judgeCall(judged: Judged): Promise<readonly Finding[]> {
  const { subject, call } = judged;
  const { action, argument } = subject;
  if (subject.paths.length > 0) return await judgePaths(judged);
  // A tool that knows what the person said speaks for itself.
  if (action === "memory.write")
    return call.tool.findings === undefined
      ? [finding("persist", "the notes across conversations", judged)]
      : [];
  if (action === "skill.write") return [finding("persist", "a skill", judged)];
  if (action === "cron.write") return [finding("persist", "what is done at set times", judged)];
  if (action === "session.search") return [finding("private", "earlier conversations", judged)];
  if (action === "code.run")
    return call.tool.findings === undefined || subject.findings.some(({ id }) => id === "code.unjailed")
      ? [finding("execute", "a script without a jail", judged)]
      : [];
  if (sending.test(action)) return [finding("send", subject.tool, judged)];
  if (argument?.kind === "url") return await judgeAddresses(judged, argument.urls);
  if (isOwnAction(action)) return [];
  // A tool that nothing is known of: one that acts may hand on what it is given, and one that reads gives it to its server.
  const isShort = subject.summary.length <= mostAsked + subject.tool.length;
  if (!call.tool.readOnly || (call.tool.provenance !== undefined && !isShort))
    return [finding("send", subject.tool, judged)];
  const addresses = subject.summary.match(/\bhttps?:\/\/[^\s"'<>\\]+/gi) ?? [];
  return await judgeAddresses(judged, addresses);
}

const own =
  /^(?:plan\.write|person\.ask|skill\.read|memory\.read|terminal\.(?:watch|kill)|web\.search|media\.(?:read|make)|home\.read|board\.read|browser\.read|file\.(?:read|write|delete))$/;

function isOwnAction(action: string): boolean {
  return own.test(action);
}

/** Reading pages goes on: where a link was read, or where the person sent it, with nothing added. */
async function judgeAddresses(judged: Judged, addresses: readonly string[]): Promise<readonly Finding[]> {
  for (const address of addresses) {
    const host = hostOf(address);
    // oxlint-disable-next-line no-await-in-loop -- the first one is enough
    if (host === undefined || !(await mayBeRead(address, host, judged.transcript)))
      return [finding("send", host ?? address, judged)];
  }
  return [];
}

async function mayBeRead(address: string, host: string, transcript: Transcript): Promise<boolean> {
  if (isNamedByPerson(host, transcript)) return carriesNothing(address, transcript);
  return isQuoted(address, transcript) && !(await isLocalHost(host));
}
