import type { Effect } from "@hermes/command-safety";
import type { Finding } from "../finding.ts";
import { isHost } from "./hosts.ts";
import type { Wall } from "./wall.ts";

/**
 * What a wall around the command does to the harm that a finding is about.
 *
 * - `held`: the wall holds it. Nobody is asked; what goes beyond fails.
 * - `inside`: it is done within what the command can write or reach: asked about, and run behind the wall.
 * - `beyond`: the command is certain to need more than it has behind the wall: asked about first, and run outside.
 */
export type WallKind = "held" | "inside" | "beyond";

interface Row {
  /** Ids of findings; `x.*` is all that begin with `x.`. */
  readonly ids: string;
  readonly kind: WallKind;
  /** Holds for findings that name a path, or that name none, alone. */
  readonly hasPath?: boolean | undefined;
  /** Holds for commands that do this with git alone. */
  readonly git?: string | undefined;
  /**
   * What a `held` one needs beside the files that the wall holds, else it is `inside`. `listed`: a network of listed hosts.
   * `closed`: that, and that every host that the command names is closed to it.
   */
  readonly needs?: "listed" | "closed" | undefined;
  /** A `held` one that hides what is done from rules that deny or ask; where there are such rules, it is `inside`. */
  readonly hides?: boolean | undefined;
}

/** The first row that fits decides. What no row matches is `inside`: asked about as without a wall. */
const rows: readonly Row[] = [
  // Worktrees, settings of git and of Hermes, which the wall keeps from every command: what is plainly meant is asked about at
  // once instead of failing first.
  { ids: "workspace.outside", git: "worktree", kind: "beyond" },
  { ids: "git.program", git: "config", kind: "beyond" },
  { ids: "startup.write hermes.settings", hasPath: false, kind: "beyond" },

  // Places that a command can't write to. One that it can (see `Wall.writable`) is inside: a start-up file that the workspace
  // does not have yet can be made, because a mount needs something to lie on.
  {
    ids: "workspace.outside system.write delete.outside startup.write hermes.settings ssh.known-hosts",
    kind: "held",
  },
  // Where it is shows only when it runs; outside it fails, and inside one file is deleted or written without a question, too.
  { ids: "path.unknown disk.raw permissions.outside traces.history", kind: "held" },
  // Credentials and private records are not there behind it.
  { ids: "private.read credentials.search credentials.shown", kind: "held" },
  // Processes behind it see and end only each other.
  { ids: "process.kill", kind: "held" },

  // Code and text that nobody has read: it can write no more than any other command, sees nothing private, and reaches only
  // hosts that are open. With the network of the machine it could send the workspace anywhere.
  {
    ids:
      "code.unknown code.unread code.fresh code.loaded code.runs-program code.remote command.* input.keys " +
      "environment.* execute.outside skill.script git.program database.reaches-out",
    kind: "held",
    needs: "listed",
    hides: true,
  },
  // What is fetched comes from hosts that are open, and is code that nobody has read.
  { ids: "package.source", kind: "held", needs: "listed" },
  // Servers of a command are in a network of its own.
  { ids: "network.listen", kind: "held", needs: "listed" },
  // What is sent is held where it can't arrive.
  { ids: "network.upload network.request network.raw", kind: "held", needs: "closed" },
  { ids: "network.proxy network.metadata network.shell", kind: "held", needs: "closed" },

  // What others see, and what takes a credential that is not there behind the wall.
  { ids: "git.push git.force-push git.unverified git.remote publish.* deploy.* send.*", kind: "beyond" },
  { ids: "cloud.* cluster.* infrastructure.* credentials.login credentials.forwarded", kind: "beyond" },
  // Other machines, and ways between them and this one.
  { ids: "code.remote-run delete.remote network.remote network.tunnel", kind: "beyond" },
  { ids: "network.scan network.listen-in network.settings", kind: "beyond" },
  // The machine itself: rights, packages of the system, services, disks, the kernel; sockets of containers and machines.
  {
    ids: "privilege.* account.* package.installed package.removed package.global",
    kind: "beyond",
  },
  {
    ids: "service.* schedule.* disk.changed kernel.* machine.* container.* traces.log",
    kind: "beyond",
  },
];

export interface CommandFacts {
  readonly wall: Wall;
  /** Whether there are rules that deny or ask what a command does to files, or a part of it. */
  readonly hasStrictRules: boolean;
  readonly effects: readonly Effect[];
  /** Whether the command will reach a host. */
  readonly reaches: (host: string) => boolean;
}

/** What the wall makes of a finding of a command. */
export function wallKindOf(finding: Finding, facts: CommandFacts): WallKind {
  // A hard limit stays one.
  if (finding.severity === "refuse") return "inside";
  if (facts.wall.holds === "network" && !finding.id.startsWith("network.")) return "inside";
  const row = rows.find((each) => fits(each, finding, facts));
  if (row?.kind !== "held") return facts.wall.holds === "network" ? "inside" : (row?.kind ?? "inside");
  if (finding.path !== undefined && facts.wall.writable(finding.path)) return "inside";
  return holds(row, facts) ? "held" : "inside";
}

/** Whether it is sure that what a finding is about fails behind the wall. */
export function failsBehind({ id, path }: Finding, wall: Wall): boolean {
  return wall.holds !== "network" && path !== undefined && writes.has(id) && !wall.writable(path);
}

const writes: ReadonlySet<string> = new Set(
  "workspace.outside system.write delete.outside startup.write hermes.settings ssh.known-hosts".split(" "),
);

function fits({ ids, hasPath, git }: Row, { id, path }: Finding, { effects }: CommandFacts): boolean {
  const named = ids
    .split(" ")
    .some((each) => each === id || (each.endsWith(".*") && id.startsWith(each.slice(0, -1))));
  return (
    named &&
    (hasPath === undefined || hasPath === (path !== undefined)) &&
    (git === undefined || effects.some((effect) => effect.kind === "git" && effect.action === git))
  );
}

function holds(
  { needs, hides = false }: Row,
  { wall, effects, reaches, hasStrictRules }: CommandFacts,
): boolean {
  if (hides && hasStrictRules) return false;
  if (needs === undefined) return true;
  if (wall.network !== "listed") return false;
  if (needs === "listed") return true;
  const hosts = effects.flatMap((effect) => (effect.kind === "network" ? [effect.host] : []));
  return hosts.length > 0 && hosts.every((host) => host !== undefined && isHost(host) && !reaches(host));
}
