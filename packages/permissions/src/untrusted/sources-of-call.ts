import { untrustedSources } from "@hermes/registry";
import type { Provenance } from "@hermes/registry";
import type { FoundCommand } from "@hermes/command-safety";
import { realPath } from "@hermes/command-safety";
import type { CallAnalysis, AnalyzedCommand } from "../policy/call-analysis.ts";
import type { GuardEnvironment } from "../policy/guard-environment.ts";
import { addressesIn, clonedOnly, fetchedOnly, hostOf } from "./outside-addresses.ts";
import { absolute } from "./path-classes.ts";
import { printsRemoteText, runsFiles } from "./command-classes.ts";

/** Words of a command that are looked at. */
export const maxWords = 200;

/** Sources of the files that a call reads or runs, as they were noted when these were written. */
export async function sourcesOfFiles(
  analysis: CallAnalysis,
  { written, places }: Pick<GuardEnvironment, "written" | "places">,
): Promise<readonly Provenance[]> {
  if (written === undefined || (await written.isEmpty())) return [];
  const { command, paths } = analysis;
  const lists: (readonly Provenance[])[] = [];
  const add = async (path: string, below: boolean): Promise<void> => {
    lists.push(await written.sourcesAt(await realPath(path), { below }));
  };
  // oxlint-disable no-await-in-loop -- a few look-ups in memory or the store
  for (const { real, access } of paths) if (access === "read") await add(real, true);
  if (command !== undefined) {
    const { commands, cwd, scripts, text } = command;
    await add(cwd, commands.some(readsFolder));
    if (commands.some(runsFiles)) await add(places.workspace, true);
    for (const { path } of scripts) await add(path, false);
    const words = new Set(
      text
        .split(/[\s;&|()<>"'`=]+/)
        .filter((word) => word !== "" && word.length < 4_096 && !word.startsWith("-")),
    );
    for (const word of [...words].slice(0, maxWords)) await add(absolute(word, cwd, places.homedir), true);
  }
  // oxlint-enable no-await-in-loop
  return untrustedSources(...lists);
}

/** Programs that go through the folder that they stand in. */
function readsFolder({ argv: [path = ""] }: FoundCommand): boolean {
  return /(?:^|\/)(?:ls|find|tree|rg|grep|egrep|fgrep|du|git|tar|zip)$/.test(path);
}

/** Where the text comes from that commands print or save. */
export function sourcesFetched(commands: readonly FoundCommand[]): readonly Provenance[] {
  return untrustedSources(
    commands.flatMap((command): readonly Provenance[] => {
      const { argv } = command;
      const clone = clonedOnly(argv);
      const addresses =
        clone === undefined ? (fetchedOnly(argv) ?? addressesIn(argv)) : addressesIn([clone.address]);
      const hosts = addresses.flatMap((address) => hostOf(address) ?? []);
      if (hosts.length > 0) return hosts.map((name) => ({ source: "web", name }));
      const name = argv[0]?.split("/").at(-1);
      return printsRemoteText(command) && name !== undefined ? [{ source: "web", name }] : [];
    }),
  );
}

/** Code that is understood to connect somewhere prints what comes from there. */
export function sourcesOfCode({ commands, effects }: AnalyzedCommand): readonly Provenance[] {
  if (!commands.some(runsFiles)) return [];
  return effects.flatMap((effect): readonly Provenance[] =>
    effect.kind === "network"
      ? [{ source: "web", ...(effect.host === undefined ? {} : { name: effect.host }) }]
      : [],
  );
}

/** Folders that `git clone` makes. */
export function clonesOf({ command }: CallAnalysis): readonly string[] {
  return (command?.commands ?? []).flatMap(({ argv }) => {
    const clone = clonedOnly(argv);
    return clone === undefined || command === undefined ? [] : [absolute(clone.folder, command.cwd, "")];
  });
}
