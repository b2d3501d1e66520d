import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { defineTool } from "@hermes/registry";
import { expect, test } from "vitest";
import { z } from "zod";
import type { Mode } from "../../src/index.ts";
import { deployer, fetching, noteWriter, remote } from "./support/plugin-tools.ts";
import { call, callOf, no, once, personWho, session, temporaryPlace } from "./support/temporary-place.ts";

const readText = (path: string) => readFile(path, "utf8").catch(() => undefined);

test.each([
  ["a.txt", "done"],
  ["/etc/hosts", "asked"],
  ["~/.ssh/authorized_keys", "refused"],
  ["~/.bashrc", "asked"],
])("a file tool of a plugin is judged like ours: %s is %s", async (path, outcome) => {
  await using place = await temporaryPlace();
  const person = personWho(no);
  const permissions = place.open();

  const theirs = await callOf(
    permissions,
    noteWriter,
    { file: path, body: "x" },
    { approve: person.approve },
  );
  const ours = await call(
    permissions,
    "write_file",
    { path, content: "x" },
    { approve: personWho(no).approve },
  );

  expect(theirs.allow ? "done" : person.requests.length > 0 ? "asked" : "refused").toBe(outcome);
  expect(theirs.allow).toBe(ours.allow);
});

test("a change by a plugin's tool is shown as a diff, and a yes is bound to its path", async () => {
  await using place = await temporaryPlace();
  await writeFile(join(place.homedir, "notes.txt"), "one\ntwo\n");
  const person = personWho(session);
  const permissions = place.open({ readText });
  const write = (file: string) =>
    callOf(permissions, noteWriter, { file, body: "one\nthree\n" }, { approve: person.approve });

  for (const file of ["../notes.txt", "../notes.txt", "../other.txt"]) await write(file);

  expect(person.requests).toHaveLength(2);
  expect(person.requests[0]?.diff).toContain("-two\n+three");
  expect(person.requests[0]).toMatchObject({ findings: [{ id: "workspace.outside" }] });
});

test.each([
  [{ "file.write(/srv/**)": "deny" }, false],
  [{ "notes.write(/srv/**)": "deny" }, false],
  [{ "notes.*": "deny" }, false],
  [{ "plugin.*": "deny" }, false],
  [{ "note_write(/srv/x)": "allow" }, true],
  [{ "file.write(/srv/**)": "allow" }, true],
  [{ "notes.write": "allow" }, true],
  [{ "file.delete": "allow" }, false],
])("of a plugin's file tool the rules %j let /srv/x pass: %s", async (section, allow) => {
  await using place = await temporaryPlace();

  const verdict = await callOf(place.open({ section }), noteWriter, { file: "/srv/x", body: "" });

  expect(verdict.allow).toBe(allow);
});

test.each([
  ["ls", {}, true],
  ["npm publish", {}, false],
  ["rm -rf /", { "*": "allow" }, false],
  ["cat ~/.ssh/id_rsa", {}, false],
  ["git push origin main", { "terminal(git push*)": "deny" }, false],
  ["git push origin main", { "terminal.run": "ask" }, false],
  ["npm publish", { "deploy.run(npm publish)": "allow" }, true],
  ["npm publish", { "deploy_run(npm publish)": "allow" }, true],
  // That our terminal may do it is no word about theirs.
  ["npm publish", { "terminal(npm publish)": "allow" }, false],
])("a command tool of a plugin is judged like ours: %s with %j passes: %s", async (step, section, allow) => {
  await using place = await temporaryPlace();

  expect((await callOf(place.open({ section }), deployer, { step })).allow).toBe(allow);
});

test("an address that a plugin's tool would fetch is checked, and rules for pages hold for it", async () => {
  await using place = await temporaryPlace();
  const checkUrl = async (url: string) =>
    url.includes("169.254") ? "It is the metadata service." : undefined;
  const permissions = place.open({ checkUrl, section: { "web.fetch(*.evil.example)": "deny" } });
  const tool = fetching("feed_get", { name: "feed.get", summary: "read a feed", readOnly: true });
  const get = async (...urls: string[]) => (await callOf(permissions, tool, { urls })).allow;

  expect(await get("https://fine.example/a")).toBe(true);
  expect(await get("https://fine.example", "http://169.254.169.254/latest")).toBe(false);
  expect(await get("https://www.evil.example/a")).toBe(false);
});

test.each<[Mode, object, boolean]>([
  ["ask", {}, true],
  ["plan", {}, false],
  ["ask", { "mcp-board.*": "deny" }, false],
  ["ask", { "mcp_board_*": "ask" }, false],
  ["ask", { "mcp-board.mcp_board_move(*secret*)": "deny" }, false],
])(
  "a tool that says nothing of itself is named by its server: mode %s, rules %j, passes: %s",
  async (mode, section, allow) => {
    await using place = await temporaryPlace();

    expect((await callOf(place.open({ mode, section }), remote, { card: "secret" })).allow).toBe(allow);
  },
);

test("a tool that needs approval is asked about by the ordinary order, and refused where nobody is", async () => {
  await using place = await temporaryPlace();
  const tool = defineTool({
    ...{ name: "pay", toolset: "plugin", description: "Pays.", input: z.object({ euros: z.number() }) },
    needsApproval: ({ euros }) => euros > 10,
    execute: async () => ({}),
  });
  const outcome = async (euros: number, options: object = {}, answer?: typeof once) => {
    const person = answer && personWho(answer);
    const { allow } = await callOf(place.open(options), tool, { euros }, { approve: person?.approve });
    return [allow, person?.requests.flatMap(({ findings = [] }) => findings.map(({ id }) => id))];
  };

  expect(await outcome(5)).toEqual([true, undefined]);
  expect(await outcome(50)).toEqual([false, undefined]);
  expect(await outcome(50, {}, once)).toEqual([true, ["tool.needs-approval"]]);
  expect(await outcome(50, { section: { pay: "allow" } })).toEqual([true, undefined]);
  expect(await outcome(50, { section: { "finding(tool.needs-approval)": "allow" } })).toEqual([
    true,
    undefined,
  ]);
  expect(await outcome(50, { mode: "yolo" })).toEqual([true, undefined]);
});

test("explain knows a plugin's tool by what it says of itself", async () => {
  await using place = await temporaryPlace();
  const permissions = place.open();
  const tools = { get: (name: string) => [noteWriter, deployer].find((tool) => tool.name === name) };
  const told = async (text: string) => await permissions.explain(text, { tools });

  expect(await told("note_write(/etc/hosts)")).toMatchObject({ verdict: "ask", action: "notes.write" });
  expect(await told('note_write {"file":"/etc/hosts"}')).toMatchObject({ call: "note_write /etc/hosts" });
  expect(await told("deploy_run(npm publish)")).toMatchObject({ verdict: "ask", call: "npm publish" });
  expect(await told('note_write {"fiel":"/etc/hosts"}')).toMatchObject({
    verdict: "deny",
    findings: [{ id: "arguments.invalid" }],
  });
});

test("a rule for a tool that is not installed waits for it, and one that is nearly a known name is a problem", async () => {
  await using place = await temporaryPlace();
  const book = async (text: string) => await place.open({ section: { [text]: "deny" } }).rules();

  for (const text of ["browser.*", "web.search", "cron.write", "mcp-files.read", "notes.write(/srv/**)"])
    expect(await book(text)).toMatchObject({ problems: [], rules: [{ text, unknown: true }] });
  for (const text of ["file.*", "memory.write", "web.fetch", "todo.*", "file.w*"])
    expect((await book(text)).rules).toEqual([expect.not.objectContaining({ unknown: true })]);
  for (const text of ["flie.*", "file.wirte", "terminal.backgruond", "memroy.write", "memroy.wirte"])
    expect((await book(text)).problems).toHaveLength(1);
});

const inGroups = {
  telegram: { groups: { "terminal.*": "deny" }, chats: { "7": { "terminal.*": "allow" } } },
};

test.each([
  [{ platforms: inGroups }, { platform: "telegram", chatKind: "group" }, "deny"],
  [{ platforms: inGroups }, { platform: "telegram", chatKind: "dm" }, "allow"],
  [{ platforms: inGroups }, { platform: "slack", chatKind: "group" }, "allow"],
  [{ platforms: inGroups }, { platform: "telegram", chatKind: "group", chatId: "7" }, "allow"],
  [{ platforms: inGroups }, { platform: "telegram" }, "allow"],
  [{ groups: { "terminal.*": "ask" } }, { platform: "slack", chatKind: "group" }, "ask"],
  [{ groups: { "terminal.*": "ask" } }, { platform: "slack", chatKind: "channel" }, "allow"],
  [{ channels: { "*": "deny" }, "terminal.*": "allow" }, { platform: "slack", chatKind: "channel" }, "deny"],
  [
    { dms: { "terminal(ls)": "deny" }, platforms: { slack: { dms: { "*": "allow" } } } },
    { platform: "slack", chatKind: "dm" },
    "allow",
  ],
  [
    { groups: { "*": "deny" }, platforms: { slack: { "terminal(ls)": "allow" } } },
    { platform: "slack", chatKind: "group" },
    "deny",
  ],
] as const)("rules may name the kind of chat: %j in %j says %s", async (section, where, verdict) => {
  await using place = await temporaryPlace();

  expect(await place.open({ section }).explain("ls", where)).toMatchObject({ verdict, problems: [] });
});

test("of several addresses of a tool that guards each, one that may not be reached keeps it from none of the others", async () => {
  await using place = await temporaryPlace();
  const checkUrl = async (url: string) => (url.includes("10.0.0.1") ? "It is a private address." : undefined);
  const permissions = place.open({ checkUrl });
  const reading = { name: "web.fetch", summary: "read pages", readOnly: true };
  const plain = fetching("page_get", reading);
  const guarded = {
    ...plain,
    describeCall: (value: unknown) => {
      // What `fetching` takes.
      const { urls } = value as { readonly urls: readonly string[] };
      return { action: reading, argument: { kind: "url", urls, eachGuarded: true } as const };
    },
  };
  const allows = async (tool: typeof plain, ...urls: readonly string[]) =>
    (await callOf(permissions, tool, { urls }, {})).allow;

  expect(await allows(plain, "https://a.example/", "http://10.0.0.1/")).toBe(false);
  expect(await allows(guarded, "https://a.example/", "http://10.0.0.1/")).toBe(true);
  expect(await allows(guarded, "http://10.0.0.1/", "http://10.0.0.1/x")).toBe(false);
});

const closing = {
  "network.connect(*.evil.example)": "deny",
  "network.connect(api.example:8443)": "deny",
  "web.fetch(https://docs.example/private/*)": "deny",
} as const;

test.each([
  ["https://docs.example/guide", true],
  ["https://docs.example/private/x", false],
  ["https://a.evil.example/", false],
  ["https://api.example:8443/", false],
  ["https://api.example/", true],
])(
  "a rule that closes a host or an address holds before and behind a redirect: %s",
  async (address, open) => {
    await using place = await temporaryPlace();
    const permissions = place.open({ section: closing });
    const fetcher = fetching("page_get", { name: "web.fetch", summary: "fetch a page", readOnly: true });

    const verdict = await callOf(permissions, fetcher, { urls: [address] }, {});
    const rule = await permissions.closes(new URL(address));

    expect(verdict.allow).toBe(open);
    expect(rule === undefined).toBe(open);
  },
);
