import { existsSync } from "node:fs";
import { sample } from "@hermes/tooling/sample";
import { describe, expect, test } from "vitest";
import { readOnlyProfile, workspaceProfile } from "../../src/index.ts";
import { found, missing } from "../support/profile-place.ts";
import { isThere } from "./programs.ts";
import { ProjectFolder } from "./project.ts";
import type { OrdinaryCommand, OrdinaryProject } from "./project.ts";
import { projects } from "./projects.ts";
import { differences, runBothWays } from "./run-both-ways.ts";

const isLong = process.env["HERMES_TEST_LONG"] === "1";

const tried = projects.filter((project) => isLong || project.isQuick === true);

/** A few quick ones of each project; all with `HERMES_TEST_LONG=1`. */
function chosen(project: OrdinaryProject): readonly OrdinaryCommand[] {
  const commands = project.commands
    .map((each) => (typeof each === "string" ? { run: each } : each))
    .filter(({ needs = [] }: OrdinaryCommand) => needs.every(isThere));
  if (isLong) return commands;
  const quick = commands.filter(({ slow = false, known }) => !slow && known === undefined);
  return sample(`ordinary commands in ${project.name}`, quick, 20);
}

describe.skipIf(missing !== undefined)(`ordinary commands (${missing ?? "there is a jail"})`, () => {
  test.for(tried)(
    "end in the jail as without it, in $name",
    { timeout: 900_000 },
    async (project, { skip }) => {
      const lacking = project.needs.filter((program) => !isThere(program));
      if (lacking.length > 0) skip(`needs ${lacking.join(", ")}`);
      if (found?.jail === undefined) throw new Error("There is no jail.");
      using folder = new ProjectFolder(project);
      const unexpected: unknown[] = [];

      for (const command of chosen(project)) {
        const differing = differences(await runBothWays(found.jail, folder, command), command);
        const differs = Object.keys(differing).length > 0;
        if (differs && command.known === undefined) unexpected.push({ run: command.run, differing });
        // Whoever mends it takes the reason away.
        if (!differs && command.known !== undefined)
          unexpected.push({ run: command.run, known: "no longer" });
      }

      expect(unexpected).toEqual([]);
    },
  );

  test("there are at least 400 of them, of which at most 1 in 50 is known to differ", () => {
    const all = projects.flatMap(({ commands }) => commands);
    const known = all.filter((each) => typeof each !== "string" && each.known !== undefined);

    expect(all.length).toBeGreaterThanOrEqual(400);
    expect(known.length * 50).toBeLessThanOrEqual(all.length);
  });

  test("a program that was never used gets the folder of its cache, and a repository its folder of hooks", () => {
    using folder = new ProjectFolder({
      name: "fresh",
      needs: [],
      files: { "bin/cargo": "#!/bin/sh\n", "bin/uv": "#!/bin/sh\n", "work/.git/objects/x": "" },
      commands: [],
    });
    const options = {
      workspace: folder.path("work"),
      home: folder.path("home"),
      hermesHome: folder.path("home/.hermes"),
      scratch: folder.path("scratch"),
    };
    const made = (): readonly string[] =>
      ["home/.cargo/registry", "home/.cache/uv", "home/go/pkg", "work/.git/hooks", "uv-cache"].filter(
        (name) => existsSync(folder.path(name)),
      );
    const PATH = folder.path("bin");

    readOnlyProfile({ ...options, env: { PATH } });
    expect(made()).toEqual([]);

    workspaceProfile({ ...options, env: { PATH, UV_CACHE_DIR: folder.path("uv-cache") } });
    expect(made()).toEqual(["home/.cargo/registry", "work/.git/hooks", "uv-cache"]);
  });

  test("a command that ends differently is seen", async () => {
    if (found?.jail === undefined) throw new Error("There is no jail.");
    using folder = new ProjectFolder({ name: "nothing", needs: [], files: {}, commands: [] });
    const seen = async (run: string): Promise<readonly string[]> =>
      Object.keys(differences(await runBothWays(jail, folder, { run }), { run }));
    const { jail } = found;

    expect(await seen("cat ~/.ssh/id_ed25519 && echo x > file")).toEqual([
      "exit code",
      "output",
      "file",
      "errors",
    ]);
  });
});
