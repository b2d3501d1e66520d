import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { bin, hermes, newPerson, type Fixture } from "./support/hermes.ts";
import { personWithModel } from "./support/scripted-person.ts";
import { missingTmux, openShellInTmux } from "./support/tmux.ts";

function configOf({ home }: Fixture): string {
  const path = join(home, "config.yaml");
  return existsSync(path) ? readFileSync(path, "utf8") : "";
}

test("a toolset that is switched off on a platform is off there alone, and comments stay", async () => {
  const person = newPerson("# mine\nagent:\n  max_turns: 7 # few\n");

  const off = await hermes(person, ["tools", "disable", "browser", "web", "--platform", "telegram"]);

  expect(off).toMatchObject({ code: 0, stderr: "" });
  expect(off.stdout).toContain("Off for telegram: browser, web.");
  expect(configOf(person)).toContain("# mine\nagent:\n  max_turns: 7 # few\nplatform_toolsets:\n  telegram:");
  const there = JSON.parse(
    (await hermes(person, ["tools", "list", "--platform", "telegram", "--json"])).stdout,
  );
  const here = JSON.parse((await hermes(person, ["tools", "list", "--json"])).stdout);
  const isOn = (tools: readonly { tool: string; on: boolean }[], name: string) =>
    tools.find(({ tool }) => tool === name)?.on;
  expect([isOn(there, "web_search"), isOn(here, "web_search")]).toEqual([false, true]);
  expect([isOn(there, "terminal"), isOn(here, "terminal")]).toEqual([true, true]);
});

test("the setting is taken away when the platform has again what it has by itself", async () => {
  const person = newPerson();
  await hermes(person, ["tools", "disable", "browser"]);
  expect(configOf(person)).toContain("platform_toolsets:");

  const on = await hermes(person, ["tools", "enable", "browser", "--json"]);

  expect(JSON.parse(on.stdout)).toMatchObject({ enabled: ["browser"], disabled: [] });
  expect(configOf(person)).not.toContain("browser");
  expect((await hermes(person, ["tools", "enable", "browser"])).stdout).toContain("Nothing changed");
});

test("what is switched off is not in the requests of a conversation", async () => {
  const person = await personWithModel([{ text: "Yes." }]);
  await hermes(person, ["tools", "disable", "terminal"]);

  await hermes(person, ["-q", "Hello"]);

  expect(JSON.stringify(person.server.requests[0]?.body)).toContain('"name":"read_file"');
  expect(JSON.stringify(person.server.requests[0]?.body)).not.toContain('"name":"terminal"');
});

test("names of a list that have no tool here, or stand for a part of a toolset, stay", async () => {
  const person = newPerson("platform_toolsets: {cli: [file, spotify, search]}\n");

  await hermes(person, ["tools", "enable", "todo"]);

  expect(configOf(person)).toBe("platform_toolsets: {cli: [file, todo, spotify, search]}\n");
});

test.each([
  [["tools", "enable", "brwser"], 'There is no toolset "brwser" with tools. Did you mean "browser"?'],
  [["tools", "disable", "web_search"], '"web_search" is a tool of the toolset web'],
  [["tools", "list", "--platform", "telegrm"], 'There is no platform "telegrm". Did you mean telegram?'],
  [["tools", "lst"], 'There is no command "tools lst". Did you mean list?'],
])("%j is a mistake that is told", async (args, message) => {
  const person = newPerson();

  const { code, stderr } = await hermes(person, args);

  expect(stderr).toContain(message);
  expect(code).toBe(2);
  expect(configOf(person)).toBe("");
});

test("into a pipe hermes tools is the list", async () => {
  const { code, stdout } = await hermes(newPerson(), ["tools"]);

  expect(code).toBe(0);
  expect(stdout).toMatch(/^TOOLSET +TOOL +STATE\n/);
});

/** A shell in which `$H` is the executable. */
function shellOf(person: Fixture, columns: number, more: Readonly<Record<string, string>> = {}) {
  const env = { ...person.env, ...more, H: `${process.execPath} ${bin}` };
  return openShellInTmux({ ...person, env }, { columns, rows: 24 });
}

describe.skipIf(missingTmux !== undefined)(`in tmux (${missingTmux ?? "there is one"})`, () => {
  test.each([40, 120])(
    "at %i columns toolsets are chosen from a list that leaves one line",
    async (columns) => {
      const person = newPerson();
      const tmux = shellOf(person, columns);
      await tmux.shows("SHELL");

      tmux.key("-l", "$H tools");
      tmux.key("Enter");
      await tmux.shows("❯ 1. cli");
      tmux.key("Enter");
      await tmux.shows("❯ [x] browser");
      tmux.key("Space");
      await tmux.shows("❯ [ ] browser");
      tmux.key("Down", "Enter");
      await tmux.shows("Off for cli: browser.");

      expect(configOf(person)).not.toContain("browser");
      expect(configOf(person)).toContain("- terminal");
      const lines = tmux.everything();
      expect(lines.filter((line) => line.includes("[x]"))).toEqual([]);
      expect(lines.filter((line) => line.includes("Toolsets of cli"))).toHaveLength(1);
    },
  );

  test("Escape at the list changes nothing, and a marks all, then none", async () => {
    const person = newPerson();
    const tmux = shellOf(person, 80);
    await tmux.shows("SHELL");

    tmux.key("-l", "$H tools --platform cli");
    tmux.key("Enter");
    await tmux.shows("❯ [x] browser");
    tmux.key("a");
    await tmux.shows("[x] cronjob");
    tmux.key("a");
    await tmux.shows("❯ [ ] browser");
    tmux.key("Escape");
    await tmux.shows("Nothing was changed.");

    expect(configOf(person)).toBe("");
  });

  test("a terminal that draws no lists takes numbers with commas", async () => {
    const person = newPerson();
    writeFileSync(join(person.home, "config.yaml"), "platform_toolsets: {cli: [browser, clarify]}\n");
    const tmux = shellOf(person, 100, { ACCESSIBLE: "1" });
    await tmux.shows("SHELL");

    tmux.key("-l", "$H tools --platform cli");
    tmux.key("Enter");
    const list = (await tmux.shows("Numbers with commas")).join("\n");
    tmux.key("-l", "2, 99");
    tmux.key("Enter");
    await tmux.shows("Reply with numbers from 1 to");
    tmux.key("-l", /(\d+)\. clarify:/.exec(list)?.[1] ?? "");
    tmux.key("Enter");
    await tmux.shows("Off for cli: browser.");

    expect(configOf(person)).toBe("platform_toolsets: {cli: [clarify]}\n");
  });
});
