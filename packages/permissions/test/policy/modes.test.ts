import { link, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { modes, parseMode } from "../../src/index.ts";
import type { Mode } from "../../src/index.ts";
import { fetching } from "./support/plugin-tools.ts";
import { call, callOf, no, once, personWho, temporaryPlace } from "./support/temporary-place.ts";

type Outcome = "done" | "asked" | "refused";

const calls: readonly (readonly [tool: string, toolset: string, args: object])[] = [
  ["read_file", "file", { path: "a.txt" }],
  ["write_file", "file", { path: "a.txt", content: "" }],
  ["write_file", "file", { path: "../a.txt", content: "" }],
  ["write_file", "file", { path: "/etc/hosts", content: "" }],
  ["write_file", "file", { path: "~/.bashrc", content: "" }],
  ["write_file", "file", { path: "~/.ssh/id_rsa", content: "" }],
  ["execute_code", "code_execution", { code: "1" }],
  ["memory", "memory", { action: "read", target: "user" }],
  ["memory", "memory", { action: "add", target: "user", content: "x" }],
  ["todo", "todo", { todos: [] }],
];

const expected: Readonly<Record<Mode, readonly Outcome[]>> = {
  ask: ["done", "done", "asked", "asked", "asked", "refused", "asked", "done", "done", "done"],
  "accept-edits": ["done", "done", "done", "asked", "asked", "refused", "asked", "done", "done", "done"],
  plan: ["done", "refused", "refused", "refused", "refused", "refused", "refused", "done", "refused", "done"],
  auto: ["done", "done", "asked", "asked", "asked", "refused", "asked", "done", "done", "done"],
  yolo: ["done", "done", "done", "done", "done", "refused", "done", "done", "done", "done"],
};

test.each(modes)("in the mode %s each kind of call is decided as the table says", async (mode) => {
  await using place = await temporaryPlace();
  const permissions = place.open({ mode });
  const outcomes: Outcome[] = [];
  for (const [tool, toolset, args] of calls) {
    const person = personWho(no);
    const { allow } = await call(permissions, tool, args, { toolset, approve: person.approve });
    outcomes.push(allow ? "done" : person.requests.length > 0 ? "asked" : "refused");
  }

  expect(outcomes).toEqual(expected[mode]);
});

const steering: readonly string[] = [
  "cache/code/main.js",
  "skill-bundles/all.yaml",
  "drafts/x/SKILL.md",
  "code-jail.json",
  "context-scans.json",
  "profiles/work/config.yaml",
  "agents/reviewer.md",
];

test.each(steering)(
  "what steers Hermes in %s is written in no mode but yolo without a question",
  async (file) => {
    await using place = await temporaryPlace();
    const path = `~/.hermes/${file}`;
    const outcomes: unknown[] = [];
    for (const mode of modes) {
      // The folder of Hermes may even lie in the workspace.
      const permissions = place.open({ mode, section: { "workspace.outside": "allow" } });
      const write = async (tool: string, toolset: string, args: object): Promise<Outcome> => {
        const person = personWho(no);
        const { allow } = await call(permissions, tool, args, { toolset, approve: person.approve });
        return allow ? "done" : person.requests.length > 0 ? "asked" : "refused";
      };
      // oxlint-disable-next-line no-await-in-loop -- one place for all
      outcomes.push([mode, await write("write_file", "file", { path, content: "" })]);
      outcomes.push([
        mode,
        await write("patch", "file", { mode: "replace", path, old_string: "a", new_string: "b" }),
      ]);
      outcomes.push([mode, await write("terminal", "terminal", { command: `echo x > ${path}` })]);
    }

    const become = (mode: Mode): Outcome =>
      mode === "yolo" ? "done" : mode === "plan" ? "refused" : "asked";
    expect(outcomes).toEqual(modes.flatMap((mode) => Array.from({ length: 3 }, () => [mode, become(mode)])));
  },
);

/** Each step of the order against the one below it: [rules, mode, path, what becomes of it]. */
const order: readonly (readonly [string, object, Mode, string, Outcome])[] = [
  ["a hard limit wins over an allow rule", { "*": "allow" }, "yolo", "~/.ssh/id_rsa", "refused"],
  ["a deny rule wins over the mode", { "file.write": "deny" }, "yolo", "a.txt", "refused"],
  ["an ask rule wins over the mode", { "file.write": "ask" }, "yolo", "a.txt", "asked"],
  ["an allow rule wins over a finding", { "file.write(/etc/**)": "allow" }, "ask", "/etc/hosts", "done"],
  ["plan stays read only whatever is allowed", { "file.write": "allow" }, "plan", "a.txt", "refused"],
  ["a finding asks where the mode says so", {}, "ask", "/etc/hosts", "asked"],
  ["a rule for a finding lifts it", { "finding(system.*)": "allow" }, "ask", "/etc/hosts", "done"],
  ["a rule for another finding lifts nothing", { "finding(git.*)": "allow" }, "ask", "/etc/hosts", "asked"],
  [
    "the file of rules is changed by nobody without a question",
    {},
    "yolo",
    "~/.hermes/permissions.yaml",
    "asked",
  ],
];

test.each(order)("%s", async (_fact, section, mode, path, outcome) => {
  await using place = await temporaryPlace();
  const person = personWho(no);
  const permissions = place.open({ mode, section, classifier: async () => "allow" });

  const { allow } = await call(permissions, "write_file", { path, content: "" }, { approve: person.approve });

  expect(allow ? "done" : person.requests.length > 0 ? "asked" : "refused").toBe(outcome);
});

test("a deny rule wins over an approval, and an approval over an ask rule", async () => {
  await using place = await temporaryPlace();
  const section: Record<string, string> = { "file.write": "ask" };
  const permissions = place.open({ section });
  const { approve } = personWho({ approved: true, scope: "session" });
  const write = (options = {}) => call(permissions, "write_file", { path: "a.txt", content: "" }, options);
  await write({ approve });

  expect((await write()).allow).toBe(true);
  const { writeFile } = await import("node:fs/promises");
  await writeFile(place.rulesPath, "write_file(a.txt): deny\n");
  expect((await write()).allow).toBe(false);
});

test("in auto the classifier decides uncertain calls alone, sees the call and the user's words, and its failure asks the person", async () => {
  await using place = await temporaryPlace();
  const seen: unknown[] = [];
  const answers = new Map<string, () => Promise<"allow" | "ask">>([
    ["/opt/fine.txt", async () => "allow"],
    ["/opt/doubt.txt", async () => "ask"],
    ["/opt/broken.txt", async () => Promise.reject(new Error("no model"))],
  ]);
  const permissions = place.open({
    mode: "auto",
    section: { "write_file(/opt/ruled.txt)": "ask" },
    classifier: async (question) => {
      seen.push(question);
      const path = question.call.split(" ")[1] ?? "";
      return await (answers.get(path) ?? (async () => "allow"))();
    },
  });
  const outcomes: [string, boolean][] = [];
  for (const path of [...answers.keys(), "/opt/ruled.txt", "~/.ssh/id_rsa", "a.txt"]) {
    const { allow } = await call(
      permissions,
      "write_file",
      { path, content: "secret text" },
      { userTask: "Tidy up." },
    );
    outcomes.push([path, allow]);
  }

  expect(outcomes).toEqual([
    ["/opt/fine.txt", true],
    ["/opt/doubt.txt", false],
    ["/opt/broken.txt", false],
    ["/opt/ruled.txt", false],
    ["~/.ssh/id_rsa", false],
    ["a.txt", true],
  ]);
  expect(seen).toEqual(
    [...answers.keys()].map((path) => ({
      tool: "write_file",
      call: `write_file ${path}`,
      words: "Tidy up.",
      sessionId: expect.any(String) as unknown,
    })),
  );
});

test("a mode can be switched for one session, and back", async () => {
  await using place = await temporaryPlace();
  const permissions = place.open();
  const write = async (sessionId: string) =>
    (await call(permissions, "write_file", { path: "a.txt", content: "" }, { sessionId })).allow;

  permissions.setMode("plan", { sessionId: "a" });
  expect([await write("a"), await write("b")]).toEqual([false, true]);
  permissions.setMode("ask", { sessionId: "a" });
  expect(await write("a")).toBe(true);
  expect([permissions.mode("a"), permissions.mode()]).toEqual(["ask", "ask"]);
});

test.each([
  ["manual", "ask"],
  ["off", "yolo"],
  ["smart", "auto"],
  [" Plan ", "plan"],
  ["nonsense", undefined],
])("the mode %s is %s", (name, mode) => {
  expect(parseMode(name)).toBe(mode);
});

test("inside an isolated place files need no question, except on folders of the host", async () => {
  await using place = await temporaryPlace();
  const backend = {
    kind: "docker",
    isolated: true,
    mounts: [{ host: place.homedir, inside: place.homedir }],
  };
  const permissions = place.open({ backend });
  const write = async (path: string) => (await call(permissions, "write_file", { path, content: "" })).allow;

  expect(await write("/etc/hosts")).toBe(true);
  expect(await write("/root/.ssh/id_rsa")).toBe(true);
  expect(await write(`${place.homedir}/.bashrc`)).toBe(false);
  expect(await write(`${place.homedir}/.ssh/id_rsa`)).toBe(false);
  expect(await write(`${place.workspace}/a.txt`)).toBe(true);
});

test("in a mounted folder rules hold for the file that it is, whichever tool or command names it", async () => {
  await using place = await temporaryPlace();
  const [backend, inside] = [
    { kind: "docker", isolated: true, mounts: [{ host: place.homedir, inside: "/mnt/my home" }] },
    "/mnt/my home/project",
  ];
  const section = {
    "file.*(secret/**)": "deny",
    "write_file(/mnt/my home/project/.envrc)": "allow",
    [`write_file(${place.workspace}/.git/config)`]: "allow",
  };
  const permissions = place.open({ backend, section });
  const write = async (path: string) =>
    (await call(permissions, "write_file", { path: `${inside}/${path}`, content: "" })).allow;
  const run = async (command: string) =>
    (await call(permissions, "terminal", { command }, { toolset: "terminal" })).allow;

  expect([await write("secret/a.txt"), await run(`cat '${inside}/secret/a.txt'`)]).toEqual([false, false]);
  expect([await write(".envrc"), await write(".git/config"), await write(".git/hooks/x")]).toEqual([
    true,
    true,
    false,
  ]);
});

test("permissions.yaml is asked about in yolo, also where it is mounted", async () => {
  await using place = await temporaryPlace();
  const mounts = [{ host: place.homedir, inside: "/mnt/home" }];
  const permissions = place.open({ mode: "yolo", backend: { kind: "docker", isolated: true, mounts } });
  const person = personWho(no);

  for (const name of ["permissions.yaml", "notes.txt"])
    await call(
      permissions,
      "write_file",
      { path: `/mnt/home/.hermes/${name}`, content: "" },
      { approve: person.approve },
    );

  expect(person.requests.map(({ summary }) => summary)).toEqual([
    "write_file /mnt/home/.hermes/permissions.yaml",
  ]);
});

test("another name of a file of Hermes is that file: making one is asked about, and so is writing or reading by it", async () => {
  await using place = await temporaryPlace();
  for (const name of ["permissions.yaml", ".env"]) {
    await writeFile(join(place.home, name), "");
    await link(join(place.home, name), join(place.workspace, `of${name}`));
  }
  await writeFile(join(place.workspace, "own.txt"), "");
  await link(join(place.workspace, "own.txt"), join(place.workspace, "own-too.txt"));
  const permissions = place.open({ mode: "yolo" });
  const verdicts: Record<string, string> = {};
  const inMode = place.open({});
  for (const text of [
    "ln ~/.hermes/permissions.yaml x",
    "ln -s ~/.hermes/config.yaml x && echo y > x",
    "cp -l ~/.hermes/permissions.yaml x",
    "link ~/.hermes/config.yaml x",
    "echo x >> ofpermissions.yaml",
    "cat of.env",
    "ln -s ~/notes x",
    "ln own.txt x",
    "echo x >> own-too.txt",
  ])
    verdicts[text] = (await inMode.explain(text.replaceAll("~", place.homedir))).verdict;
  const person = personWho(no);
  await call(
    permissions,
    "write_file",
    { path: "ofpermissions.yaml", content: "" },
    { approve: person.approve },
  );

  expect(verdicts).toEqual({
    "ln ~/.hermes/permissions.yaml x": "ask",
    "ln -s ~/.hermes/config.yaml x && echo y > x": "ask",
    "cp -l ~/.hermes/permissions.yaml x": "ask",
    "link ~/.hermes/config.yaml x": "ask",
    "echo x >> ofpermissions.yaml": "ask",
    "cat of.env": "deny",
    "ln -s ~/notes x": "allow",
    "ln own.txt x": "allow",
    "echo x >> own-too.txt": "allow",
  });
  expect(person.requests.map(({ summary }) => summary)).toEqual([
    `write_file ${join(place.workspace, "ofpermissions.yaml")}`,
  ]);
});

test("a URL to this machine or its network is refused before any tool fetches it (SSRF)", async () => {
  await using place = await temporaryPlace();
  const checkUrl = async (url: string) =>
    url.includes("169.254") ? "It is the metadata service." : undefined;
  const permissions = place.open({ checkUrl, section: { "web.fetch(*.evil.example)": "deny" } });
  const extract = fetching("web_extract", { name: "web.fetch", summary: "read a page", readOnly: true });
  const open = fetching("browser_navigate", { name: "browser.open", summary: "open a page in the browser" });
  const fetch = (...urls: string[]) => callOf(permissions, extract, { urls });

  expect((await fetch("https://fine.example/a")).allow).toBe(true);
  expect((await fetch("https://fine.example/a", "http://169.254.169.254/latest")).allow).toBe(false);
  expect((await fetch("https://www.evil.example/a")).allow).toBe(false);
  expect(await callOf(permissions, open, { urls: ["http://169.254.169.254/"] })).toMatchObject({
    allow: false,
  });
});

test("what a person approves in plan is nothing: the mode refuses without a question", async () => {
  await using place = await temporaryPlace();
  const person = personWho(once);

  const verdict = await call(
    place.open({ mode: "plan" }),
    "terminal",
    { command: "touch a" },
    { toolset: "terminal", approve: person.approve },
  );

  expect(verdict).toMatchObject({ allow: false, reason: expect.stringContaining("The mode is plan") });
  expect(verdict).toHaveProperty("planned", true);
  expect(person.requests).toEqual([]);
});

test("what a rule forbids in plan is refused for good, and is no plan", async () => {
  await using place = await temporaryPlace();

  const verdict = await call(
    place.open({ mode: "plan", section: { "terminal.*": "deny" } }),
    "terminal",
    { command: "touch a" },
    { toolset: "terminal" },
  );

  expect(verdict).toMatchObject({ allow: false });
  expect(verdict).not.toHaveProperty("planned");
});

const unreadable = [
  ["an open quote", "echo 'x"],
  ["characters that cannot be seen", "ls \u200b; echo"],
  ["more than can be read", `echo ${"$(echo ".repeat(200)}x${")".repeat(200)}`],
] as const;

test.each(unreadable)(
  "in yolo a command with %s is asked about, and refused where nobody is",
  async (_fact, command) => {
    await using place = await temporaryPlace();
    const permissions = place.open({ mode: "yolo" });
    const person = personWho(once);

    const asked = await call(
      permissions,
      "terminal",
      { command },
      { toolset: "terminal", approve: person.approve },
    );
    const alone = await call(permissions, "terminal", { command }, { toolset: "terminal" });

    expect([asked.allow, person.requests.length, alone.allow]).toEqual([true, 1, false]);
  },
);

test.each(['bash -c "echo $UNSET_HERE"', 'eval "$(cat commands.txt)"', "$TOOL --all", "rm -rf $DIR/x"])(
  "in yolo %s runs: only a part of it is not known",
  async (command) => {
    await using place = await temporaryPlace();
    const person = personWho(no);

    const { allow } = await call(
      place.open({ mode: "yolo" }),
      "terminal",
      { command },
      { toolset: "terminal", approve: person.approve },
    );

    expect([allow, person.requests.length]).toEqual([true, 0]);
  },
);

test("in auto the model is not asked about a command that can't be read", async () => {
  await using place = await temporaryPlace();
  let questions = 0;
  const classifier = async (): Promise<"allow"> => {
    questions += 1;
    return "allow";
  };

  const { allow } = await call(
    place.open({ mode: "auto", classifier }),
    "terminal",
    { command: "echo 'x" },
    { toolset: "terminal" },
  );

  expect([allow, questions]).toEqual([false, 0]);
});
