import { join } from "node:path";
import type { ApprovalAnswer, CallWall, Verdict } from "@hermes/registry";
import type { Permissions, PermissionsOptions, Wall } from "../../../src/index.ts";
import { call, once, personWho, temporaryPlace } from "./temporary-place.ts";
import type { CallOptions, TemporaryPlace } from "./temporary-place.ts";

/** What a jail around the workspace would say: git's hooks and settings are protected, and registries are open. */
export function wallAround({ workspace }: TemporaryPlace, options: Partial<Wall> = {}): Wall {
  const isProtected = (path: string): boolean => path.startsWith(join(workspace, ".git/"));
  return {
    network: "listed",
    isOpenHost: (host) => /^(registry\.npmjs\.org|github\.com)(:443)?$/.test(host),
    writable: (path) => (path.startsWith(`${workspace}/`) && !isProtected(path)) || path.startsWith("/tmp/"),
    ...options,
  };
}

export async function walledPlace(
  options: Partial<PermissionsOptions> = {},
  wall: Partial<Wall> = {},
): Promise<{ readonly place: TemporaryPlace; readonly permissions: Permissions } & AsyncDisposable> {
  const place = await temporaryPlace();
  const permissions = place.open({ wall: wallAround(place, wall), ...options });
  return { place, permissions, [Symbol.asyncDispose]: () => place[Symbol.asyncDispose]() };
}

export async function run(
  permissions: Permissions,
  args: string | object,
  options: CallOptions = {},
): Promise<Verdict> {
  const given = typeof args === "string" ? { command: args } : args;
  return await call(permissions, "terminal", given, { toolset: "terminal", ...options });
}

/** What becomes of a command, and where it runs: asked is what a person was asked about, by kind. */
export async function becomes(
  permissions: Permissions,
  args: string | object,
  answer: ApprovalAnswer = once,
): Promise<{ readonly asked: readonly string[]; readonly runs: string }> {
  const person = personWho(answer);
  const verdict = await run(permissions, args, { approve: person.approve });
  const asked = person.requests.flatMap(({ findings = [] }) => findings.map(({ id }) => id));
  return {
    asked: [...new Set(asked)],
    runs: verdict.allow ? (verdict.wall?.profile ?? "no wall") : "refused",
  };
}

/** What holds the processes of a call that was let through. */
export function wallOf(verdict: Verdict): CallWall {
  if (!verdict.allow || verdict.wall === undefined) throw new Error(`No wall: ${JSON.stringify(verdict)}`);
  return verdict.wall;
}
