import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { sample } from "@hermes/tooling/sample";
import { describe, expect, test } from "vitest";
import { changedTriggers, triggersIn } from "../../src/index.ts";
import { workspaceTriggers } from "../../src/profile/workspace-places.ts";
import { found, missing } from "../support/profile-place.ts";
import { asOtherUser, canBecomeOtherUser } from "../support/other-user.ts";
import { HostilePlace } from "./hostile-place.ts";
import { openEnds } from "./open-ends.ts";
import { everyCommand, isLong, tryCommands } from "./run-hostile.ts";

const program = fileURLToPath(new URL("as-other-user.ts", import.meta.url));
const canBecome = await canBecomeOtherUser(program);

describe.skipIf(missing !== undefined)(`hostile commands (${missing ?? "there is a jail"})`, () => {
  test(
    "change nothing outside of what they may write, let no secret out and leave no process",
    { timeout: 900_000 },
    async () => {
      const tried = await tryCommands(found?.jail, sample("hostile commands", everyCommand, 20));

      expect(tried.length).toBeGreaterThan(15);
      expect(tried.filter(({ harm }) => harm.length > 0)).toEqual([]);
    },
  );

  test.skipIf(!canBecome)(
    "do as little when a normal user makes the jail (needs root to become one)",
    { timeout: 900_000 },
    async () => {
      const stdout = await asOtherUser(program, { HERMES_TEST_LONG: isLong ? "1" : "0" });

      const tried = sample("hostile commands of another user", everyCommand, 80).length;
      expect(JSON.parse(stdout)).toEqual({ tried, harmful: [] });
    },
  );

  test("there are at least 250 different hostile programs", () => {
    expect(new Set(everyCommand.map(({ run }) => run)).size).toBe(everyCommand.length);
    expect(everyCommand.length).toBeGreaterThanOrEqual(250);
  });

  test("without the jail they do harm, those that can be tried", { timeout: 600_000 }, async () => {
    // Those that would reach the machine are not run. Those that remove what the others need come last.
    const contained = everyCommand.filter(
      ({ run, isContained }) => isContained && !/mount|unshare|bwrap|chroot|nsenter|setpriv/.test(run),
    );

    const tried = await tryCommands(
      undefined,
      sample("hostile commands without a jail", contained.reverse(), 40),
    );

    expect(tried.length).toBeGreaterThan(5);
    expect(tried.filter(({ harm }) => harm.length === 0)).toEqual([]);
  });

  test(
    "a process beside that swaps paths for links opens nothing in jails that are entered meanwhile",
    { timeout: 120_000 },
    async () => {
      if (found?.jail === undefined) throw new Error("There is no jail.");
      await using place = new HostilePlace();
      await place.open();
      // In a jail of its own, as a command before could have left it: what did not exist when that was made, it can swap.
      const swap = `cd ${place.path("work")}; echo ready; while :; do for f in .idea .circleci .devcontainer .gitlab; do
        mkdir $f; echo x > $f/x; rm -rf $f; ln -s ../home/.ssh $f; rm $f; ln -s ../home/.hermes $f; rm $f; ln -s / $f; rm $f; done; done 2>/dev/null`;
      const [program = "", ...args] = found.jail.enter(place.profile, ["bash", "-c", swap]);
      const hostile = spawn(program, args, {
        cwd: place.root,
        env: place.env,
        stdio: ["ignore", "pipe", "ignore"],
        detached: true,
      });
      await once(hostile.stdout, "data");
      const before = place.state();
      const seen: (number | null)[] = [];
      let output = "";

      for (let turn = 0; turn < (isLong ? 300 : 12); turn += 1) {
        const ended = await place.run(
          found.jail,
          "cat .idea/* .circleci/* .devcontainer/* .gitlab/* ~/.ssh/id_ed25519 ~/.hermes/config.yaml; for d in .idea .circleci .devcontainer .gitlab; do echo pwned > $d/id_ed25519; echo pwned > $d/permissions.yaml; echo pwned > $d/hermes-pwned; done; true",
        );
        seen.push(ended.code);
        output += ended.output;
      }
      process.kill(-(hostile.pid ?? 0), "SIGKILL");
      await once(hostile, "exit");

      expect(await place.harm(before, output)).toEqual([]);
      // Either the jail was made as meant, or nothing ran in it.
      expect(seen).toContain(0);
      expect(seen.filter((code) => code !== 0 && code !== 125 && code !== 1)).toEqual([]);
    },
  );

  test.for(openEnds)("is known to be open: $what", async ({ run, opens, isTold }) => {
    if (found?.jail === undefined) throw new Error("There is no jail.");
    await using place = new HostilePlace();
    await place.open();
    const before = triggersIn(place.path("work"));

    await place.run(found.jail, run);

    expect(existsSync(place.path(opens))).toBe(true);
    expect(changedTriggers(before, triggersIn(place.path("work"))).includes(place.path(opens))).toBe(isTold);
  });

  test("new and changed files that run by themselves are reported", async () => {
    await using place = new HostilePlace();
    place.restore();
    const work = place.path("work");
    const expected: string[] = [];

    for (const name of [...workspaceTriggers, ".git/hooks/post-checkout", ".git/commondir"]) {
      const path = join(work, name);
      const before = triggersIn(work);
      if (existsSync(path) && !/\.(yml|json|yaml|rc)$|rc$|\.toml$/.test(path))
        writeFileSync(join(path, "new"), "");
      else {
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, "new\n");
      }
      const changed = changedTriggers(before, triggersIn(work));
      if (changed.length !== 1 || !changed[0]?.startsWith(path)) expected.push(`${name}: ${changed.join()}`);
      if (name === ".git/commondir") rmSync(path);
    }

    expect(expected).toEqual([]);
    expect(changedTriggers(triggersIn(work), triggersIn(work))).toEqual([]);
  });
});
