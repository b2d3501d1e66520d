import type { Environment } from "@hermes/registry";
import { findGit } from "./find-git.ts";
import { withoutRepository } from "./git-environment.ts";
import { inspectRepository } from "./repository-facts.ts";

/**
 * Addresses of the remotes that the person gave to the repository of a folder, as git uses them: none that a jailed command added.
 * Ask before anything runs that could make a repository.
 *
 * @param env The person's own.
 * @returns Undefined where there is no git.
 */
export async function personsRemotes(
  workspace: string,
  env: Environment,
): Promise<readonly string[] | undefined> {
  const program = findGit(env["PATH"] ?? "");
  if (program === undefined) return undefined;
  return (await inspectRepository({ program, env: withoutRepository(env) }, workspace)).usedAddresses;
}
