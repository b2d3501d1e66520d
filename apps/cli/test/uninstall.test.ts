import { existsSync, lstatSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { processOwner } from "@hermes/agent-loop";
import { expect, test } from "vitest";
import { hermes, newPerson, type Fixture } from "./support/hermes.ts";

/** A home with everything in it, and what Hermes put elsewhere. */
async function settledPerson(): Promise<Fixture> {
  const person = newPerson("agent:\n  max_turns: 7\n");
  const user = dirname(person.home);
  mkdirSync(join(person.home, "logs"));
  writeFileSync(join(person.home, "logs", "agent.log"), "{}\n");
  writeFileSync(
    join(user, ".bashrc"),
    "alias ll='ls -l'\nsource <(hermes completion bash)\n# hermes is nice\n",
  );
  const units = join(user, ".config", "systemd", "user");
  mkdirSync(units, { recursive: true });
  const service = await hermes(person, ["gateway", "install", "--print"]);
  writeFileSync(join(units, "hermes-gateway.service"), service.stdout);
  writeFileSync(join(units, "hermes-cron.service"), `Environment="HERMES_HOME=${person.home}"\n`);
  writeFileSync(join(units, "hermes-cron.timer"), "[Timer]\n");
  writeFileSync(join(units, "other.service"), "[Service]\n");
  await hermes(person, ["profile", "create", "work"]);
  await hermes(person, ["profile", "alias", "work"]);
  return person;
}

test("hermes uninstall removes services, timer, completion and commands of profiles, and keeps what is the person's", async () => {
  const person = await settledPerson();
  const user = dirname(person.home);
  const units = join(user, ".config", "systemd", "user");
  expect(existsSync(join(user, ".local", "bin", "work"))).toBe(true);

  const dry = await hermes(person, ["uninstall", "--dry-run", "--json"]);
  const unasked = await hermes(person, ["uninstall"]);
  const wasThere = existsSync(join(units, "hermes-gateway.service"));
  const done = await hermes(person, ["uninstall", "--yes"]);

  expect(JSON.parse(dry.stdout)).toMatchObject({ isDone: false, home: person.home });
  expect(unasked).toMatchObject({ code: 1 });
  expect(unasked.stderr).toContain("--yes");
  expect(wasThere).toBe(true);
  expect(done.code).toBe(0);
  for (const name of ["hermes-gateway.service", "hermes-cron.service", "hermes-cron.timer"])
    expect(existsSync(join(units, name))).toBe(false);
  expect(existsSync(join(units, "other.service"))).toBe(true);
  expect(existsSync(join(user, ".local", "bin", "work"))).toBe(false);
  expect(readFileSync(join(user, ".bashrc"), "utf8")).toBe("alias ll='ls -l'\n# hermes is nice\n");
  expect(existsSync(join(person.home, "logs"))).toBe(false);
  expect(existsSync(join(person.home, "config.yaml"))).toBe(true);
  expect(existsSync(join(person.home, "profiles", "work"))).toBe(true);
  expect(done.stdout).toContain("Remove the folder of the checkout");
});

test("--everything asks for the name of the folder, and follows no link out of it", async () => {
  const person = newPerson("agent:\n  max_turns: 7\n");
  const mine = join(person.project, "mine.txt");
  writeFileSync(mine, "mine");
  mkdirSync(join(person.home, "skills"));
  symlinkSync(person.project, join(person.home, "skills", "link"));

  const wrong = await hermes(person, ["uninstall", "--everything"], { input: "hermes\n" });
  const before = existsSync(person.home);
  const right = await hermes(person, ["uninstall", "--everything"], { input: ".hermes\n" });

  expect(wrong).toMatchObject({ code: 1 });
  expect(wrong.stderr).toContain("Nothing was changed.");
  expect(before).toBe(true);
  expect(right.code).toBe(0);
  expect(existsSync(person.home)).toBe(false);
  expect(readFileSync(mine, "utf8")).toBe("mine");
});

test("a folder that is a link, or holds the person's own, is not removed with --yes either", async () => {
  const person = newPerson("agent:\n  max_turns: 7\n");
  const link = join(person.project, "link");
  symlinkSync(person.home, link);

  const ofLink = await hermes(person, ["uninstall", "--everything", "--yes"], { env: { HERMES_HOME: link } });
  const user = dirname(person.home);
  const ofUser = await hermes(person, ["uninstall", "--everything", "--yes"], { env: { HERMES_HOME: user } });

  expect(ofLink).toMatchObject({ code: 1, stdout: "" });
  expect(ofUser).toMatchObject({ code: 1, stdout: "" });
  expect(ofUser.stderr).toContain("your own folder is in it");
  expect(lstatSync(link).isSymbolicLink()).toBe(true);
  expect(existsSync(join(person.home, "config.yaml"))).toBe(true);
});

test("nothing is removed while something of Hermes runs", async () => {
  const person = newPerson();
  mkdirSync(join(person.home, "gateway"));
  // As a gateway that runs says of itself: this process does.
  writeFileSync(join(person.home, "config.yaml"), "{}\n");
  const owner = { ...processOwner(), since: Date.now() };
  writeFileSync(join(person.home, "gateway", "owner.json"), JSON.stringify(owner));

  const outcome = await hermes(person, ["uninstall", "--everything", "--yes"]);

  expect(outcome).toMatchObject({ code: 1, stdout: "" });
  expect(outcome.stderr).toContain("hermes gateway stop");
  expect(existsSync(join(person.home, "config.yaml"))).toBe(true);
});
