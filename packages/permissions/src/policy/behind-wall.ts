import type { CallArgument, CallWall, CommandArgument, WallProfile } from "@hermes/registry";
import type { Finding } from "../finding.ts";
import type { CommandVerdict, Places } from "@hermes/command-safety";
import { isUntrustedFinding } from "../untrusted/untrusted-finding.ts";
import { inScope, namesOperation, ruleFor } from "./operation.ts";
import type { MatchContext } from "./operation.ts";
import { connecting, connectOperation, hostsOf } from "./connect-operation.ts";
import { isHost, isListed, isNamedIn } from "./hosts.ts";
import { commonActions } from "./known-actions.ts";
import type { Mode } from "./mode.ts";
import { changesWithGit } from "./reading-commands.ts";
import type { Rule } from "./rule.ts";
import type { CallAnalysis } from "./call-analysis.ts";
import { failsBehind, wallKindOf } from "./wall-kinds.ts";
import type { BehindWall, Wall } from "./wall.ts";
import { harmlessDevices, isWorkspaceOrScratch } from "@hermes/command-safety";

export interface BehindWallOptions {
  readonly wall: Wall;
  readonly mode: Mode;
  readonly rules: readonly Rule[];
  readonly context: MatchContext;
  /** Hosts that were opened for the session. */
  readonly sessionHosts: readonly string[];
  /** Of a process that the text is typed into: where that runs. */
  readonly running?: WallProfile | undefined;
}

/** The wall that a command would run behind. Undefined where none is around it. */
export async function wallAround(
  argument: CallArgument | undefined,
  taskId: string,
  { wall, backend }: { readonly wall?: Wall | undefined; readonly backend: { readonly isolated: boolean } },
): Promise<{ readonly wall: Wall; readonly running?: WallProfile | undefined } | undefined> {
  if (wall === undefined || backend.isolated !== (wall.holds === "network")) return undefined;
  if (argument?.kind !== "command" || argument.behindWall !== true) return undefined;
  if (argument.typedInto === undefined) return { wall };
  const running = await wall.profileOf?.({ taskId, id: argument.typedInto });
  return running === undefined || running === "open" ? undefined : { wall, running };
}

/** Adds what a command asks for to leave the wall, and sorts its findings by what the wall makes of them. */
export function analyzeBehindWall(analysis: CallAnalysis, options: BehindWallOptions): CallAnalysis {
  const { command, argument } = analysis;
  if (command === undefined || argument?.kind !== "command") return analysis;
  const { wall, mode, rules, context, sessionHosts, running } = options;
  const { wanted, outside } = leavingOf(argument, wall);
  const named = [...wanted, ...hostsOf(command)];
  const { opened, closed } = hostsOfRules(named, rules, context);
  const openedHosts = wall.network === "listed" ? [...new Set([...opened, ...sessionHosts])] : [];
  const newHosts = outside
    ? []
    : wanted.filter((host) => !isListed(host, openedHosts) && !wall.isOpenHost(host));
  const facts = {
    wall,
    effects: command.effects,
    reaches: (host: string) => wall.isOpenHost(host) || isNamedIn(host, [...openedHosts, ...newHosts]),
    hasStrictRules: hasStrictRules(analysis, rules, context),
  };
  const kinds = analysis.findings.map((finding) => wallKindOf(finding, facts));
  const notHeld = analysis.findings.filter((_, index) => kinds[index] !== "held");
  // A yes must not lead to a failure that is sure: then it would be asked about again.
  const isSureToFail =
    notHeld.some((finding) => !isUntrustedFinding(finding)) &&
    analysis.findings.some((finding) => failsBehind(finding, wall));
  const leaves = running === undefined && (outside || kinds.includes("beyond") || isSureToFail);
  const leaving = leavingFindings(newHosts, outside);
  const asks = inItsWords(leaving, argument);
  return {
    ...analysis,
    findings: [...asks, ...analysis.findings],
    sideOperations: [...analysis.sideOperations, ...wanted.map(connectOperation)],
    behind: {
      asked: [...asks, ...(leaves ? analysis.findings : notHeld)],
      profile: running ?? profileOf(wall, mode, leaves),
      leaving: leaving.map(({ reason }) => reason),
      newHosts,
      openedHosts,
      closedHosts: closed,
      changes: leaves || newHosts.length > 0 || changesSurely(command, context.places),
    },
  };
}

function profileOf({ holds }: Wall, mode: Mode, leaves: boolean): WallProfile {
  if (holds === "network") return "workspace";
  return mode === "plan" ? "read-only" : leaves ? "open" : "workspace";
}

/** What the processes of an allowed call get. */
export function callWallOf(
  { profile, newHosts, openedHosts, closedHosts }: BehindWall,
  /** Nobody but a mode has said that it may leave, in a session without somebody to ask. */
  stays: boolean,
): CallWall {
  if (profile === "open" && !stays) return { profile };
  if (profile === "read-only") return { profile };
  const hosts = [...new Set([...openedHosts, ...newHosts])].sort();
  return {
    profile: "workspace",
    ...(hosts.length > 0 && { hosts }),
    ...(closedHosts.length > 0 && { closedHosts }),
  };
}

/** Whether a finding is that a call wants to leave the wall. */
export function isLeaving({ id }: Pick<Finding, "id">): boolean {
  return id === "wall.outside" || id === "wall.host";
}

/** What the call asks for beyond what every command has. */
function leavingOf(
  { outside = false, hosts = [], typedInto }: CommandArgument,
  { network, holds }: Wall,
): { readonly outside: boolean; readonly wanted: readonly string[] } {
  if (typedInto !== undefined) return { outside: false, wanted: [] };
  return {
    outside: outside && holds !== "network",
    wanted: network === "listed" ? [...new Set(hosts.map((host) => host.toLowerCase()))].sort() : [],
  };
}

function leavingFindings(hosts: readonly string[], outside: boolean): readonly Finding[] {
  if (outside) {
    const reason = "It would run outside the wall, with all the rights of this account.";
    return [{ id: "wall.outside", severity: "ask", reason }];
  }
  return hosts.map((host) => {
    const reason = `It would reach ${host}, which is not open to commands.`;
    return { id: "wall.host", severity: "ask", reason };
  });
}

/** What the model gives as its reason, marked as its words. */
function inItsWords(findings: readonly Finding[], { why = "" }: CommandArgument): readonly Finding[] {
  const said = why.trim();
  if (said === "") return findings;
  const words = ` The model says why: ${JSON.stringify(said.slice(0, longestWhy))}`;
  return findings.map((finding) => ({ ...finding, reason: `${finding.reason}${words}` }));
}

const longestWhy = 300;

/** Of the hosts that rules name, those that they open, and those that they close. One that a star opens is opened where it is named. */
function hostsOfRules(
  named: readonly string[],
  rules: readonly Rule[],
  context: MatchContext,
): { readonly opened: readonly string[]; readonly closed: readonly string[] } {
  const ofHosts = rules.filter((rule) => inScope(rule, context) && namesOperation(rule, connecting));
  if (ofHosts.length === 0) return { opened: [], closed: [] };
  const written = (effect: Rule["effect"]) =>
    ofHosts.flatMap((rule) => (rule.effect === effect ? [rule.argument?.toLowerCase() ?? "*"] : []));
  const isOpened = (host: string) =>
    isHost(host) && ruleFor(connectOperation(host), rules, context)?.effect === "allow";
  return { opened: [...written("allow"), ...named].filter(isOpened), closed: written("deny") };
}

/** Whether rules deny or ask what a text that can't be read may do. Hosts are held by the wall itself. */
function hasStrictRules(
  { tool, operations }: CallAnalysis,
  rules: readonly Rule[],
  context: MatchContext,
): boolean {
  const { read, write, delete: deleted } = commonActions;
  const [operation] = operations;
  const unseen = {
    tool,
    toolset: operation?.toolset ?? "",
    actions: [read, write, deleted, ...(operation?.actions ?? [])],
    strictActions: operation?.strictActions,
  };
  return rules.some(
    (rule) =>
      rule.effect !== "allow" &&
      (rule.argument !== undefined || rule.name.startsWith("file")) &&
      inScope(rule, context) &&
      namesOperation(rule, unseen),
  );
}

/** Whether it is sure that a command changes more than scratch files, or reaches out. */
function changesSurely({ effects }: CommandVerdict, places: Places): boolean {
  const elsewhere = { ...places, workspace: "/nowhere", extraRoots: [] };
  return effects.some((effect) => {
    switch (effect.kind) {
      case "write":
      case "delete":
        return !harmlessDevices.test(effect.path) && !isWorkspaceOrScratch(effect.path, elsewhere);
      case "git":
        return changesWithGit(effect.action);
      case "read":
      case "execute":
        return false;
      default:
        return true;
    }
  });
}
