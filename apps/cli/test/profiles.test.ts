import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { delimiter, join } from "node:path";
import { gunzipSync } from "node:zlib";
import { needs } from "@hermes/tooling/prerequisites";
import { expect, test, vi } from "vitest";
import { hermes, newPerson, outcomeOf, startHermes, type Fixture } from "./support/hermes.ts";
import { personWithModel } from "./support/scripted-person.ts";
import { openTmux } from "./support/tmux.ts";

async function withProfile(person: Fixture, name: string, ...flags: readonly string[]): Promise<string> {
  const made = await hermes(person, ["profile", "create", name, ...flags]);
  expect(made).toMatchObject({ code: 0 });
  return join(person.home, "profiles", name);
}

async function homeOf(person: Fixture, args: readonly string[], env = {}): Promise<string> {
  const { stdout, stderr } = await hermes(person, [...args, "--json"], { env });
  expect(stderr).toBe("");
  return JSON.parse(stdout).home;
}

test("-p names the home of one command before and behind its word, over HERMES_HOME, which is over the chosen one", async () => {
  const person = newPerson();
  const [work, play] = [await withProfile(person, "work"), await withProfile(person, "play")];

  expect(await homeOf(person, ["profile"])).toBe(person.home);
  expect(await homeOf(person, ["-p", "work", "profile"])).toBe(work);
  expect(await homeOf(person, ["profile", "--profile=play"])).toBe(play);
  expect((await hermes(person, ["profile", "use", "work"])).code).toBe(0);
  expect(await homeOf(person, ["profile"])).toBe(work);
  expect(await homeOf(person, ["profile"], { HERMES_HOME: play })).toBe(play);
  expect(await homeOf(person, ["profile", "-p", "default"], { HERMES_HOME: play })).toBe(person.home);
  expect((await hermes(person, ["profile", "use", "default"])).code).toBe(0);
  expect(await homeOf(person, ["profile"])).toBe(person.home);
});

test("a profile that is not there is refused with the name that is meant, and one that was chosen and is gone can be replaced", async () => {
  const person = newPerson();
  await withProfile(person, "work");
  writeFileSync(join(person.home, "active_profile"), "gone\n");

  const mistyped = await hermes(person, ["sessions", "list", "-p", "wrok"]);
  const gone = await hermes(person, ["sessions", "list"]);
  const replaced = await hermes(person, ["profile", "use", "work"]);

  expect(mistyped).toMatchObject({ code: 2, stdout: "" });
  expect(mistyped.stderr).toContain(
    'There is no profile "wrok". Did you mean work? To make it: hermes profile create wrok',
  );
  expect(gone).toMatchObject({ code: 2, stdout: "" });
  expect(gone.stderr).toContain("hermes profile use default");
  expect(replaced).toMatchObject({ code: 0 });
  expect((await hermes(person, ["profile", "lst"])).stderr).toContain("Did you mean list?");
  expect((await hermes(person, ["-p"])).code).toBe(2);
  expect((await hermes(person, ["-p", "../x", "profile"])).code).toBe(2);
});

test("two profiles at once share no session, memory, key, token or file", async () => {
  const person = await personWithModel(() => ({ text: "Noted." }));
  const names = ["one", "two"] as const;
  const homes = await Promise.all(names.map(async (name) => await withProfile(person, name)));
  for (const [index, name] of names.entries()) {
    const home = homes[index] ?? "";
    const model = `model:\n  provider: custom\n  default: ${name}-model\n  base_url: ${person.server.openaiUrl}\n`;
    writeFileSync(join(home, "config.yaml"), model);
    writeFileSync(join(home, ".env"), `CUSTOM_API_KEY=key-of-${name}\n`);
    mkdirSync(join(home, "memories"));
    writeFileSync(join(home, "memories", "MEMORY.md"), `The secret word of ${name}.\n`);
  }
  const before = readdirSync(person.home);

  const said = await Promise.all(
    names.map(async (name) => await hermes(person, ["-p", name, "-q", `I am ${name}`])),
  );
  const tokens = await Promise.all(
    names.map(async (name) => await hermes(person, ["serve", "--show-token", "-p", name])),
  );
  const lists = await Promise.all(
    names.map(async (name) => await hermes(person, ["sessions", "list", "--all", "--json", "-p", name])),
  );

  expect(said.map(({ stdout }) => stdout)).toEqual(["Noted.\n", "Noted.\n"]);
  expect(new Set(tokens.map(({ stdout }) => stdout)).size).toBe(2);
  for (const [index, name] of names.entries()) {
    const other = names[1 - index];
    expect(lists[index]?.stdout).toContain(`I am ${name}`);
    expect(lists[index]?.stdout).not.toContain(`I am ${other}`);
    const asked = JSON.stringify(
      person.server.requests.filter(({ body }) => JSON.stringify(body).includes(`I am ${name}`)),
    );
    expect(asked).toContain(`${name}-model`);
    expect(asked).toContain(`The secret word of ${name}`);
    for (const word of [`key-of-${other}`, `word of ${other}`, `${other}-model`])
      expect(asked).not.toContain(word);
    expect(existsSync(join(homes[index] ?? "", "hermes.db"))).toBe(true);
  }
  // The program's own code is no file of a profile.
  expect(readdirSync(person.home).filter((name) => name !== "cache")).toEqual(
    before.filter((name) => name !== "cache"),
  );
});

test("a clone has settings, keys, persona, skills and memories, and no messenger; --clone-all has all but what happened", async () => {
  const person = newPerson("agent:\n  max_turns: 7 # mine\nplatforms:\n  telegram:\n    token: 12:bot\n");
  writeFileSync(join(person.home, ".env"), "OPENROUTER_API_KEY=key\n# chat\nTELEGRAM_BOT_TOKEN=12:bot\n");
  writeFileSync(join(person.home, "SOUL.md"), "Be brief.\n");
  writeFileSync(join(person.home, "auth.json"), "{}");
  mkdirSync(join(person.home, "skills", "mine"), { recursive: true });
  writeFileSync(join(person.home, "skills", "mine", "SKILL.md"), "x");
  symlinkSync("/etc/passwd", join(person.home, "skills", "mine", "link"));
  for (const folder of ["memories", "sessions", "backups", "cache"])
    mkdirSync(join(person.home, folder), { recursive: true });
  writeFileSync(join(person.home, "memories", "USER.md"), "Likes tea.\n");

  const cloned = await hermes(person, ["profile", "create", "work", "--clone"]);
  const all = await hermes(person, ["profile", "create", "full", "--clone-all", "default"]);

  const work = join(person.home, "profiles", "work");
  const full = join(person.home, "profiles", "full");
  expect(cloned.code).toBe(0);
  expect(cloned.stderr).toContain("messengers sign in with was left out");
  expect(cloned.stderr).toContain("skills/mine/link");
  expect(readdirSync(work).toSorted()).toEqual([".env", "SOUL.md", "config.yaml", "memories", "skills"]);
  expect(readFileSync(join(work, "config.yaml"), "utf8")).toBe("agent:\n  max_turns: 7 # mine\n");
  expect(readFileSync(join(work, ".env"), "utf8")).toBe("OPENROUTER_API_KEY=key\n# chat\n");
  expect(readdirSync(join(work, "skills", "mine"))).toEqual(["SKILL.md"]);
  expect(all.code).toBe(0);
  expect(all.stderr).toContain("one bot answers in one gateway only");
  expect(readFileSync(join(full, ".env"), "utf8")).toContain("TELEGRAM_BOT_TOKEN=12:bot");
  const names = readdirSync(full);
  expect(names).toContain("auth.json");
  for (const name of ["sessions", "backups", "cache", "profiles", "hermes.db"])
    expect(names).not.toContain(name);
});

test("a profile is deleted when its name is typed, with its commands, and nothing that its links lead to", async () => {
  const person = newPerson();
  const work = await withProfile(person, "work", "--use");
  symlinkSync(person.project, join(work, "skills"));
  writeFileSync(join(person.project, "kept.txt"), "kept");
  await hermes(person, ["profile", "alias", "work"]);

  const nobody = await hermes(person, ["profile", "delete", "work"]);
  const wrong = await hermes(person, ["profile", "delete", "work"], { input: "wrk\n" });
  const left = existsSync(work);
  const right = await hermes(person, ["profile", "delete", "work"], { input: "work\n" });

  expect(nobody).toMatchObject({ code: 1 });
  expect(nobody.stderr).toContain("--yes");
  expect(wrong).toMatchObject({ code: 1, stderr: "Nothing was changed.\n" });
  expect(left).toBe(true);
  expect(right).toMatchObject({ code: 0 });
  expect(readdirSync(join(person.home, "profiles"))).toEqual([]);
  expect(existsSync(join(person.home, "active_profile"))).toBe(false);
  expect(existsSync(join(person.env["HOME"] ?? "", ".local", "bin", "work"))).toBe(false);
  expect(readFileSync(join(person.project, "kept.txt"), "utf8")).toBe("kept");
  expect((await hermes(person, ["profile", "delete", "default", "--yes"])).code).toBe(2);
});

test("a profile in which a conversation runs is neither deleted nor renamed", async () => {
  const person = await personWithModel([{ stall: "start" }]);
  const work = await withProfile(person, "work", "--clone");
  const child = startHermes(person, ["-p", "work", "-q", "Wait"]);
  const ended = outcomeOf(child);
  await person.server.received(1);

  const deleted = await hermes(person, ["profile", "delete", "work", "--yes"]);
  const renamed = await hermes(person, ["profile", "rename", "work", "job"]);
  child.kill("SIGKILL");
  await ended;

  expect(deleted).toMatchObject({ code: 1 });
  expect(deleted.stderr).toContain(`a conversation (process ${child.pid}) runs in it`);
  expect(renamed).toMatchObject({ code: 1 });
  expect(existsSync(work)).toBe(true);
  expect((await hermes(person, ["profile", "delete", "work", "--yes"])).code).toBe(0);
});

test("a command that was made for a profile uses it, and keeps it when the profile is renamed", async () => {
  const person = newPerson();
  await withProfile(person, "work");
  const bin = join(person.env["HOME"] ?? "", ".local", "bin");
  const run = (name: string): unknown =>
    JSON.parse(
      execFileSync(join(bin, name), ["profile", "--json"], {
        env: { ...person.env, PATH: [bin, person.env["PATH"]].join(delimiter) },
        encoding: "utf8",
      }),
    );

  const made = await hermes(person, ["profile", "alias", "work", "--name", "wk"]);
  await hermes(person, ["profile", "alias", "work"]);
  const before = run("wk");
  const taken = await hermes(person, ["profile", "alias", "work", "--name", "sessions"]);
  const shadows = await hermes(person, ["profile", "alias", "work", "--name", "env"]);
  await hermes(person, ["profile", "use", "work"]);
  const renamed = await hermes(person, ["profile", "rename", "work", "job"]);

  expect(made.stderr).toContain("not on PATH");
  expect(before).toMatchObject({ name: "work", current: true });
  expect(taken).toMatchObject({ code: 2 });
  expect(shadows.stderr).toContain("is a command already");
  expect(renamed.stdout).toContain("The command work is gone.");
  expect(run("wk")).toMatchObject({ name: "job", current: true, active: true });
  expect(readdirSync(bin)).toEqual(["wk"]);
});

test.each(["default", "hermes", "Work", "-x", "a b", "../up", "a".repeat(65)])(
  "%s can't be the name of a profile",
  async (name) => {
    const person = newPerson();

    expect((await hermes(person, ["profile", "create", "--", name])).code).toBe(2);
    expect(existsSync(join(person.home, "profiles"))).toBe(false);
  },
);

test("an exported profile comes back without keys, tokens, messengers and conversations", async () => {
  const person = newPerson(
    [
      "agent:\n  max_turns: 7\nplatforms:\n  telegram:\n    token: 11:secret-bot",
      "model:\n  provider: custom\n  api_key: secret-of-model\n  base_url: https://me:secret-pass@example.org",
      "mcp_servers:\n  docs:\n    command: docs\n    env:\n      LOGIN: secret-login\n      KEPT: ${DOCS_KEY}\n",
    ].join("\n"),
  );
  writeFileSync(join(person.home, ".env"), "OPENAI_API_KEY=secret-in-env-0123456789\n");
  writeFileSync(join(person.home, "auth.json"), '{"token":"secret-auth"}');
  mkdirSync(join(person.home, "memories"));
  writeFileSync(join(person.home, "memories", "MEMORY.md"), "Key: secret-in-env-0123456789. Likes tea.\n");
  mkdirSync(join(person.home, "skills", "mine", "scripts"), { recursive: true });
  writeFileSync(join(person.home, "skills", "mine", "SKILL.md"), "Mine.");
  writeFileSync(join(person.home, "skills", "mine", "scripts", "run.sh"), "#!/bin/sh\n", { mode: 0o755 });

  const wrote = await hermes(person, ["profile", "export", "--out", "me.tar.gz"]);
  const archive = join(person.project, "me.tar.gz");
  const unasked = await hermes(person, ["profile", "import", "me.tar.gz", "--name", "copy"]);
  const put = await hermes(person, ["profile", "import", "me.tar.gz", "--name", "copy", "--yes"]);

  const copy = join(person.home, "profiles", "copy");
  expect(wrote).toMatchObject({ code: 0 });
  expect(wrote.stdout).toContain("Secrets were masked in: memories/MEMORY.md");
  expect(gunzipSync(readFileSync(archive)).toString("latin1")).not.toContain("secret");
  expect(execFileSync("tar", ["-tzf", archive], { encoding: "utf8" })).toContain("skills/mine/SKILL.md");
  expect(unasked.code).toBe(1);
  expect(put).toMatchObject({ code: 0 });
  expect(readdirSync(copy).toSorted()).toEqual(["config.yaml", "memories", "skills"]);
  expect(readFileSync(join(copy, "config.yaml"), "utf8")).toContain("KEPT: ${DOCS_KEY}");
  expect(readFileSync(join(copy, "memories", "MEMORY.md"), "utf8")).toContain("Likes tea.");
  execFileSync(join(copy, "skills", "mine", "scripts", "run.sh"));
});

test("services and timers of a profile have its name and its home", async () => {
  const person = newPerson();
  const work = await withProfile(person, "work");

  const ofWork = await hermes(person, ["-p", "work", "gateway", "install", "--print"]);
  const ofAll = await hermes(person, ["gateway", "install", "--print"]);
  const timer = await hermes(person, ["cron", "timer", "--as", "systemd", "-p", "work"]);

  expect(ofWork.stdout).toContain(`HERMES_HOME=${work}`);
  expect(ofWork.stdout).toContain("gateway of the profile work");
  expect(ofAll.stdout).not.toContain("of the profile");
  expect(timer.stdout).toContain("hermes-cron-work.timer");
  expect(timer.stdout).toContain(`HERMES_HOME=${work}`);
  expect(timer.stderr).toContain("enable --now hermes-cron-work.timer");
});

test("doctor names the profile, where it is not the default one", async () => {
  const person = newPerson();
  await withProfile(person, "work");

  const there = await hermes(person, ["-p", "work", "doctor", "--json"]);
  const here = await hermes(person, ["doctor", "--json"]);

  expect(JSON.parse(there.stdout)).toContainEqual({ name: "profile", status: "ok", message: "work" });
  expect(here.stdout).not.toContain('"profile"');
});

test("the banner of a conversation and /status name the profile", async (context) => {
  needs(context, "tmux");
  const person = await personWithModel([]);
  const work = await withProfile(person, "work", "--clone");
  const tmux = openTmux({ ...person, env: { ...person.env, HERMES_HOME: work } }, { columns: 100, rows: 30 });
  const named = (): number => tmux.everything().filter((line) => line.includes("profile work")).length;

  await tmux.shows("profile work");
  tmux.key("/status", "Enter");

  await vi.waitFor(() => expect(named()).toBe(2), 30_000);
});
