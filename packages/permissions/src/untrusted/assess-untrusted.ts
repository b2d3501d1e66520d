import { describeSources, sourceOfDescriptions, untrustedSources } from "@hermes/registry";
import type { Provenance, ToolContext, Transcript } from "@hermes/registry";
import { join } from "node:path";
import type { Effect, FoundCommand } from "@hermes/command-safety";
import type { Finding } from "../finding.ts";
import { realPath } from "@hermes/command-safety";
import type { CallAnalysis, AnalyzedCommand } from "../policy/call-analysis.ts";
import { textAfter } from "../policy/call-changes.ts";
import type { PermissionsOptions } from "../policy/permissions.ts";
import type { CallToAssess } from "../policy/analyze-call.ts";
import {
  addressesIn,
  carriesNoNewData,
  clonedOnly,
  fetchedOnly,
  hostOf,
  isNamedByPerson,
  mayBeRead,
  updatesOnly,
} from "./outside-addresses.ts";
import {
  absolute,
  isPersistencePath,
  isNamedPath,
  isPackageFile,
  isPrivate,
  scriptsIn,
} from "./path-classes.ts";
import { clonesOf, maxWords, sourcesFetched, sourcesOfCode, sourcesOfFiles } from "./sources-of-call.ts";
import type { UntrustedKind } from "./untrusted-finding.ts";
import {
  changesMeaning,
  opensNoFiles,
  installsFromManifest,
  readsForge,
  onlyPrints,
  onlyChangesFolder,
  usesNetwork,
} from "./command-classes.ts";

/** What text of untrusted sources has to do with a call. */
export interface UntrustedAssessment {
  /** Sources that the call may have been made for: of the session, and of the files that it reads or runs. */
  readonly sources: readonly Provenance[];
  /** Sources of what its result will hold. */
  readonly resultSources: readonly Provenance[];
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
const nothing: UntrustedAssessment = { sources: [], resultSources: [], findings: [], writes: [] };
const emptyTranscript: Transcript = { person: [], untrusted: [] };

type CallContext = Pick<ToolContext, "provenance" | "transcript" | "taskId" | "signal">;

/**
 * Looks at a call as something that untrusted text may have asked for.
 *
 * @param analysis With all other findings.
 */
export async function assessUntrusted(
  analysis: CallAnalysis,
  call: CallToAssess,
  context: CallContext,
  options: UntrustedOptions,
): Promise<UntrustedAssessment> {
  const { command } = analysis;
  const ofFiles = options.backend.isolated ? [] : await sourcesOfFiles(analysis, options);
  const sources = untrustedSources(context.provenance, ofFiles);
  const fetched = command === undefined ? [] : sourcesFetched(command.commands);
  const hosts = command === undefined || fetched.length > 0 ? [] : sourcesOfCode(command);
  const resultSources = untrustedSources(ofFiles, fetched, hosts);
  if (sources.length === 0 && resultSources.length === 0) return nothing;
  const writes = [
    ...analysis.paths.flatMap(({ access, real }) => (access === "write" ? [real] : [])),
    ...clonesOf(analysis),
  ];
  if (sources.length === 0) return { sources, resultSources, findings: [], writes };
  const transcript = context.transcript?.() ?? emptyTranscript;
  const input = { analysis, call, context, sources, transcript, options };
  const findings = command === undefined ? await assessOtherCall(input) : await assessCommandCall(input);
  return { sources, resultSources, findings, writes };
}

interface AssessmentInput {
  readonly analysis: CallAnalysis;
  readonly call: CallToAssess;
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

function finding(kind: UntrustedKind, target: string, { sources, options }: AssessmentInput): Finding {
  const where = options.backend.isolated ? " (in an isolated place)" : "";
  return {
    id: `untrusted.${kind}`,
    severity: "ask",
    sources,
    reason: `This conversation holds text of ${describeSources(sources)}, and this call ${consequences[kind]} ${target}${where}.`,
  };
}

/* ---- commands ---- */

async function assessCommandCall(input: AssessmentInput): Promise<readonly Finding[]> {
  const { analysis, options, transcript, sources } = input;
  const { command, argument } = analysis;
  if (command === undefined) return [];
  const findings = await assessPaths(input);
  if (argument?.kind === "command" && argument.typedInto !== undefined)
    return [...findings, finding("execute", "keys typed into a program", input)];
  const { commands, effects, understood, text, cwd } = command;
  const isRead = understood && !changesMeaning(text) && !effects.some(isUnclear);
  const isOwnProject = await hasTrustedManifest(command, options);
  const others = commands.filter(
    (each) =>
      !onlyPrints(each) &&
      !readsForge(each) &&
      !isAllowedFetch(each, transcript, sources) &&
      !(isOwnProject && installsFromManifest(each)),
  );
  const isEmpty = commands.length === 0 && !onlyChangesFolder(text);
  findings.push(...(await assessWords(input, commands.filter(onlyPrints), { cwd, text })));
  const clone = clonesOf(analysis).find((folder) => isPersistencePath(folder, options.places));
  if (clone !== undefined) findings.push(finding("persist", clone, input));
  const isExplained = connectsOnlyTo(commands, effects);
  if (isRead && others.length === 0 && !isEmpty && isExplained) return findings;
  const sender = others.find(usesNetwork);
  const reach = effects.find(
    ({ kind }) => kind === "network" || kind === "package" || kind === "service" || kind === "privilege",
  );
  if (sender !== undefined || reach !== undefined) {
    const host = reach?.kind === "network" ? reach.host : undefined;
    const address = sender && addressesIn(sender.argv)[0];
    return [
      ...findings,
      finding("send", (address && hostOf(address)) ?? host ?? nameOf(sender ?? commands[0]), input),
    ];
  }
  return options.backend.isolated
    ? findings
    : [...findings, finding("execute", nameOf(others[0] ?? commands[0]), input)];
}

const manifests =
  "package.json package-lock.json pnpm-lock.yaml yarn.lock bun.lock requirements.txt pyproject.toml uv.lock poetry.lock Gemfile Gemfile.lock go.mod go.sum Cargo.toml Cargo.lock .npmrc".split(
    " ",
  );

/** Whether what the project needs was named by nobody else: no untrusted text has a part in the files that say so. */
async function hasTrustedManifest(
  { commands, cwd }: Pick<AnalyzedCommand, "commands" | "cwd">,
  { written }: UntrustedOptions,
): Promise<boolean> {
  if (written === undefined || !commands.some(installsFromManifest)) return false;
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

/** A page may be asked for where the person named its host, or where the session has come from, without giving anything away. */
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
      return isKnownHost && carriesNoNewData(address, transcript);
    })
  );
}

/** What a command that only prints may read: its words that are paths, and the folder that it stands in or moves to. */
async function assessWords(
  input: AssessmentInput,
  commands: readonly FoundCommand[],
  { cwd, text }: { readonly cwd: string; readonly text: string },
): Promise<readonly Finding[]> {
  const { homedir } = input.options.places;
  const reading = commands.filter((each) => !opensNoFiles(each));
  const words = reading
    .flatMap(({ argv: [, ...args] }) => args.map((word) => word.replace(/^--?[\w-]+=/, "")))
    .filter((word) => word !== "" && !word.startsWith("-"));
  const paths = words.slice(0, maxWords).map((word) => absolute(word.replace(/[*?[{].*$/, ""), cwd, homedir));
  let folder = cwd;
  for (const [, moved = ""] of text.matchAll(/(?:^|[\s;&|(])(?:cd|pushd)\s+([^\s;&|)]+)/g))
    paths.push((folder = absolute(moved, folder, homedir)));
  if (reading.length > 0) paths.push(cwd);
  for (const path of new Set(paths)) {
    // oxlint-disable-next-line no-await-in-loop -- the first one is enough
    if (isPrivateAndUnnamed(await realPath(path), input)) return [finding("private", path, input)];
  }
  return [];
}

/** What is private, and was not named by the person. */
function isPrivateAndUnnamed(real: string, { options: { places }, transcript }: AssessmentInput): boolean {
  return isPrivate(real, places) && !isNamedPath(real, places, transcript.person);
}

/* ---- files and other calls ---- */

async function assessPaths(input: AssessmentInput): Promise<Finding[]> {
  const { analysis, options } = input;
  if (options.backend.isolated) return [];
  const findings: Finding[] = [];
  for (const { path, real, access } of analysis.paths) {
    if (/^\/dev\/(?:tcp|udp)\//.test(real)) findings.push(finding("send", real.slice(9), input));
    else if (access === "read") {
      if (isPrivateAndUnnamed(real, input)) findings.push(finding("private", path, input));
    } else if (isPersistencePath(real, options.places) || isPersistencePath(path, options.places))
      findings.push(finding("persist", path, input));
    // oxlint-disable-next-line no-await-in-loop -- seldom, and one file
    else if (isPackageFile(real) && (await changesScripts(path, input)))
      findings.push(finding("persist", `the scripts of ${path}`, input));
  }
  return findings;
}

/** Whether a file tool would change what package managers run by themselves. What can't be determined counts as a change. */
async function changesScripts(
  path: string,
  { analysis, context, options }: AssessmentInput,
): Promise<boolean> {
  const after = await textAfter(analysis, path, context, options);
  return after === undefined || scriptsIn(await options.readText?.(path, context)) !== scriptsIn(after);
}

const sending =
  /^(?:message\.|browser\.(?:act|script)|home\.act|board\.write|computer\.|agent\.(?!delegate$))/;

/** Its tool knows the page; see `assessPageAction`. */
const inPage = /^browser\.(?:act|script)$/;

/** Longer arguments could hold a file. */
const maxAsked = 300;

async function assessOtherCall(input: AssessmentInput): Promise<readonly Finding[]> {
  const { analysis, call } = input;
  const { action, argument } = analysis;
  if (analysis.paths.length > 0) return await assessPaths(input);
  // A tool that knows what the person said speaks for itself.
  if (action === "memory.write")
    return call.tool.findings === undefined
      ? [finding("persist", "the notes across conversations", input)]
      : [];
  if (action === "skill.write") return [finding("persist", "a skill", input)];
  if (action === "cron.write") return [finding("persist", "what is done at set times", input)];
  if (action === "session.search") return [finding("private", "earlier conversations", input)];
  if (action === "code.run")
    return call.tool.findings === undefined || analysis.findings.some(({ id }) => id === "code.unjailed")
      ? [finding("execute", "a script without a jail", input)]
      : [];
  if (action === "mcp.call" || action === "plugin.call") return assessServerCall(input);
  if (action === "canvas.draw") return assessDrawing(input);
  if (inPage.test(action) && call.tool.findings !== undefined) return [];
  if (sending.test(action)) return [finding("send", analysis.tool, input)];
  if (argument?.kind === "url") return await assessAddresses(input, argument.urls);
  if (isOwnAction(action)) return [];
  // A tool that nothing is known of: one that acts may hand on what it is given, and one that reads gives it to its server.
  const isShort = analysis.summary.length <= maxAsked + analysis.tool.length;
  if (!call.tool.readOnly || (call.tool.provenance !== undefined && !isShort))
    return [finding("send", analysis.tool, input)];
  const addresses = analysis.summary.match(/\bhttps?:\/\/[^\s"'<>\\]+/gi) ?? [];
  return await assessAddresses(input, addresses);
}

/** What a server or a plug-in said may be sent back to it. */
function assessServerCall(input: AssessmentInput): readonly Finding[] {
  const { provenance } = input.call.tool;
  const own = typeof provenance === "object" ? [provenance, sourceOfDescriptions(provenance)] : [];
  const sources = input.sources.filter(
    ({ source, name }) => !own.some((each) => each.source === source && each.name === name),
  );
  return sources.length === 0 ? [] : [finding("send", input.analysis.tool, { ...input, sources })];
}

/**
 * A page on the canvas has no network, but a browser without connection allowlists may look a host up that the page names. What pages of
 * the canvas have said themselves may be drawn there again.
 */
function assessDrawing(input: AssessmentInput): readonly Finding[] {
  const sources = input.sources.filter(({ source }) => source !== "canvas");
  return sources.length === 0 ? [] : [finding("send", "hosts that the page names", { ...input, sources })];
}

/** Work handed to a child, and what it says of it, keep their sources: a child is asked where its parent would be. */
const own =
  /^(?:agent\.delegate|report\.write|plan\.write|person\.ask|skill\.read|memory\.read|terminal\.(?:watch|kill)|web\.search|media\.(?:read|make)|canvas\.write|home\.read|board\.read|browser\.(?:read|close)|file\.(?:read|write|delete))$/;

function isOwnAction(action: string): boolean {
  return own.test(action);
}

async function assessAddresses(
  input: AssessmentInput,
  addresses: readonly string[],
): Promise<readonly Finding[]> {
  for (const address of addresses) {
    // oxlint-disable-next-line no-await-in-loop -- the first one is enough
    if (!(await mayBeRead(address, input.transcript)))
      return [finding("send", hostOf(address) ?? address, input)];
  }
  return [];
}
