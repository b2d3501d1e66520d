import { readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { digestOf } from "../src/package/content-hash.ts";
import { tempFolder } from "./support/temp-folder.ts";
import { skillText, writeFiles } from "./support/write-skill.ts";
import { commitOf, zipOf } from "./support/fake-services.ts";
import type { FakeWorld } from "./support/fake-services.ts";
import { calm, makeHub } from "./support/make-hub.ts";

const marketplace = {
  name: "acme",
  owner: { name: "Acme" },
  plugins: [
    { name: "office", description: "Papers", source: "./", strict: false, skills: ["./skills/memo"] },
    { name: "tools", description: "Tools", source: "./plugins/tools", category: "development" },
    {
      name: "afar",
      description: "Elsewhere",
      source: { source: "git-subdir", url: "https://github.com/other/kit.git", path: "kit", sha: "" },
    },
    { name: "npm-thing", source: { source: "npm", package: "x" } },
    { name: "sly", source: "./../../outside" },
  ],
};

/** One skill for each source, and what else a service holds. */
function world(): Partial<FakeWorld> {
  const kit = { "kit/skills/afar-skill/SKILL.md": skillText("afar-skill"), "kit/hooks/hooks.json": "{}" };
  const market = structuredClone(marketplace);
  const afar = market.plugins[2]?.source;
  if (typeof afar === "object") Object.assign(afar, { sha: commitOf(kit) });
  return {
    repos: {
      "openai/skills": {
        "README.md": "x",
        "skills/pdf/SKILL.md": skillText("pdf", "Read and fill PDF forms"),
        "skills/pdf/scripts/fill.py": "print(1)\n",
        "skills/pdf/references/SKILL.md": skillText("inner"),
        "skills/sheets/SKILL.md": skillText("sheets", "Work with spreadsheets"),
      },
      "anthropics/skills": { "skills/docx/SKILL.md": skillText("docx", "Write documents") },
      "acme/market": {
        ".claude-plugin/marketplace.json": JSON.stringify(market),
        "skills/memo/SKILL.md": skillText("memo", "Write memos"),
        "skills/other/SKILL.md": skillText("other"),
        "plugins/tools/skills/hammer/SKILL.md": skillText("hammer", "Hit things"),
        "plugins/tools/skills/saw/SKILL.md": skillText("saw", "Cut things"),
      },
      "other/kit": kit,
      "stranger/one": { "SKILL.md": skillText("one"), "notes.md": "n" },
    },
    clawhub: {
      "gif-grep": {
        version: "1.2.3",
        summary: "Search in moving pictures",
        zip: zipOf({ "SKILL.md": skillText("gif-grep"), "_meta.json": "{}" }),
      },
      weather: {
        version: "0.1.0",
        summary: "Says the weather",
        zip: zipOf({ "weather/SKILL.md": skillText("weather"), "weather/data.txt": "x" }),
      },
    },
    market: { "github.acme.translate": zipOf({ "translate/SKILL.md": skillText("translate") }) },
    agents: { "code-poet": { title: "Code: poet", role: "You write code that rhymes." } },
  };
}

const site = "/.well-known/agent-skills";

test("the list of sources holds every file of the folder", async () => {
  const { hub } = await makeHub();

  const files = readdirSync(join(import.meta.dirname, "../src/sources")).map((name) =>
    name.replace(/\.ts$/, ""),
  );
  expect(hub.sources.map(({ id }) => id).toSorted()).toEqual(files.toSorted());
});

test.each([
  [
    "github:openai/skills/skills/pdf",
    "pdf",
    "trusted",
    ["SKILL.md", "references/SKILL.md", "scripts/fill.py"],
  ],
  ["openai/skills/pdf", "pdf", "trusted", ["SKILL.md", "references/SKILL.md", "scripts/fill.py"]],
  ["https://github.com/openai/skills/blob/HEAD/skills/sheets/SKILL.md", "sheets", "trusted", ["SKILL.md"]],
  ["stranger/one", "one", "community", ["SKILL.md", "notes.md"]],
  ["claude-marketplace:acme/market/office", "memo", "community", ["SKILL.md"]],
  ["claude-marketplace:acme/market/tools/saw", "saw", "community", ["SKILL.md"]],
  ["claude-marketplace:acme/market/afar", "afar-skill", "community", ["SKILL.md"]],
  ["clawhub:gif-grep", "gif-grep", "community", ["SKILL.md"]],
  ["clawhub:weather", "weather", "community", ["SKILL.md", "data.txt"]],
  ["lobehub:github.acme.translate", "translate", "community", ["SKILL.md"]],
  ["https://lobehub.com/skills/github.acme.translate", "translate", "community", ["SKILL.md"]],
  ["lobehub:agent/code-poet", "code-poet", "community", ["SKILL.md"]],
])("fetches %s", async (reference, name, trust, files) => {
  const { hub } = await makeHub(world());

  const { plan, remote } = await hub.inspect(reference, { signal: calm() });

  expect(remote).toMatchObject({ name, trust });
  expect(plan.files.map(({ path }) => path).toSorted()).toEqual(files);
});

test("each source lists and finds what it has, and all are asked at once", async () => {
  const officialFolder = tempFolder();
  writeFiles(officialFolder, { "devops/kubernetes/SKILL.md": skillText("kubernetes", "Run clusters") });
  const { hub, services } = await makeHub(world(), { officialFolder });
  services.world.site[`${site}/index.json`] = JSON.stringify({
    version: "0.1.0",
    skills: [{ name: "deploy", description: "Deploys", files: ["SKILL.md"] }],
  });
  for (const tap of ["huggingface/skills", "NVIDIA/skills"]) hub.taps.remove(tap);

  const all = await hub.browse({ signal: calm() });
  const found = await hub.search("spreadsheets", { signal: calm() });

  expect(all.problems).toEqual([]);
  expect(all.skills.map(({ reference }) => reference).toSorted()).toEqual(
    [
      "official:devops/kubernetes",
      "github:openai/skills/skills/pdf",
      "github:openai/skills/skills/sheets",
      "github:anthropics/skills/skills/docx",
      "claude-marketplace:acme/market/office/memo",
      "claude-marketplace:acme/market/tools/hammer",
      "claude-marketplace:acme/market/tools/saw",
      "claude-marketplace:acme/market/afar",
      "clawhub:gif-grep",
      "clawhub:weather",
      "lobehub:github.acme.translate",
      `well-known:${services.origin}/deploy`,
    ].toSorted(),
  );
  expect(found.skills.map(({ name }) => name)).toEqual(["sheets"]);
  for (const [source, words, name] of [
    ["official", "clusters", "kubernetes"],
    ["claude-marketplace", "hammer", "hammer"],
    ["clawhub", "gif", "gif-grep"],
    ["lobehub", "poet", "code-poet"],
    ["lobehub", "translate", "github.acme.translate"],
    ["well-known", "deploys", "deploy"],
  ] as const) {
    // oxlint-disable-next-line no-await-in-loop
    const { skills } = await hub.search(words, { source, signal: calm() });
    expect(
      skills.map((skill) => skill.name),
      `${source}: ${words}`,
    ).toEqual([name]);
  }
});

test("a page gives the cursor of the next one", async () => {
  const { hub } = await makeHub(world());

  const first = await hub.browse({ source: "clawhub", limit: 1, signal: calm() });
  const second = await hub.browse({ source: "clawhub", limit: 1, cursor: first.cursor, signal: calm() });

  expect([...first.skills, ...second.skills].map(({ name }) => name)).toEqual(["gif-grep", "weather"]);
  expect(second.cursor).toBeUndefined();
});

test("a revision named explicitly is untrusted, whoever owns the repository", async () => {
  const { hub, services } = await makeHub(world());
  services.world.repos["openai/skills@feature/x"] = { "skills/pdf/SKILL.md": skillText("pdf", "Another") };

  const { remote } = await hub.inspect("github:openai/skills/skills/pdf@feature/x", { signal: calm() });

  expect(remote).toMatchObject({ trust: "community", description: "Another" });
});

test("an agent of LobeHub becomes a skill of valid form that names its origin", async () => {
  const { hub } = await makeHub(world());

  const { plan } = await hub.inspect("lobehub:agent/code-poet", { signal: calm() });

  expect(plan.text).toContain("You write code that rhymes.");
  expect(plan.text).toContain("origin: lobehub:agent/code-poet");
  expect((await hub.install("lobehub:agent/code-poet", { signal: calm() })).ok).toBe(true);
});

test("what ClawHub has blocked as malware is refused", async () => {
  const { hub } = await makeHub({
    clawhub: { bad: { version: "1", summary: "", zip: zipOf({}), malware: true } },
  });

  const outcome = await hub.install("clawhub:bad", { signal: calm() });

  expect(outcome).toMatchObject({
    ok: false,
    problem: "blocked",
    reason: expect.stringContaining("malware") as string,
  });
});

const md = skillText("deploy", "Deploys");
const digest = (text: string | Uint8Array): string => `sha256:${digestOf(Buffer.from(text))}`;

test.each([
  [
    "a list of names",
    { skills: [{ name: "deploy", description: "d", files: ["SKILL.md", "references/a b.md"] }] },
  ],
  [
    "a list with digests",
    {
      version: "0.2.0",
      skills: [
        {
          name: "deploy",
          description: "d",
          digest: digest(
            `SKILL.md\0${digestOf(Buffer.from(md))}\nreferences/a b.md\0${digestOf(Buffer.from("n"))}\n`,
          ),
          files: [
            { path: "SKILL.md", digest: digest(md) },
            { path: "references/a b.md", digest: digest("n") },
          ],
        },
      ],
    },
  ],
  [
    "an archive",
    { skills: [{ name: "deploy", type: "archive", description: "d", url: "/deploy.zip", digest: "ZIP" }] },
  ],
  [
    "one file",
    {
      skills: [
        { name: "deploy", type: "skill-md", description: "d", url: "deploy/SKILL.md", digest: digest(md) },
      ],
    },
  ],
])("a site that offers %s is read", async (_, index) => {
  const { hub, services } = await makeHub();
  const zip = zipOf({ "SKILL.md": md, "references/a b.md": "n" });
  Object.assign(services.world.site, {
    [`${site}/index.json`]: JSON.stringify(index).replace('"ZIP"', JSON.stringify(digest(zip))),
    [`${site}/deploy/SKILL.md`]: md,
    [`${site}/deploy/references/a b.md`]: "n",
    "/deploy.zip": zip,
  });

  const outcome = await hub.install(`well-known:${services.origin}/deploy`, { signal: calm() });

  expect(outcome).toMatchObject({ ok: true, installed: { name: "deploy", trust: "community" } });
});

test("the older place of the index is read where the newer one is not there", async () => {
  const { hub, services } = await makeHub();
  services.world.site["/.well-known/skills/index.json"] = JSON.stringify({
    skills: [{ name: "deploy", description: "d", files: ["SKILL.md"] }],
  });
  services.world.site["/.well-known/skills/deploy/SKILL.md"] = md;

  expect((await hub.install(services.origin, { signal: calm() })).ok).toBe(true);
});

test.each([
  ["a file", { files: [{ path: "SKILL.md", digest: digest("other") }] }],
  ["the whole", { files: [{ path: "SKILL.md", digest: digest(md) }], digest: digest("other") }],
  ["an archive", { type: "archive", url: "/deploy.zip", digest: digest("other") }],
  ["the one file", { url: "deploy/SKILL.md", digest: digest("other") }],
])("a wrong digest of %s is refused", async (_, skill) => {
  const { hub, services, folder } = await makeHub();
  Object.assign(services.world.site, {
    [`${site}/index.json`]: JSON.stringify({ skills: [{ name: "deploy", description: "d", ...skill }] }),
    [`${site}/deploy/SKILL.md`]: md,
    "/deploy.zip": zipOf({ "SKILL.md": md }),
  });

  const outcome = await hub.install(`well-known:${services.origin}/deploy`, { signal: calm() });

  expect(outcome).toMatchObject({
    ok: false,
    problem: "blocked",
    reason: expect.stringContaining("digest") as string,
  });
  expect(readdirSync(folder)).toEqual([".hub"]);
});

test("a SKILL.md and a ZIP are taken by their address; a page about them is not", async () => {
  const { hub, services } = await makeHub();
  Object.assign(services.world.site, {
    "/a/SKILL.md": md,
    "/b.zip": zipOf({ "top/SKILL.md": skillText("zipped"), "top/references/x.md": "x" }),
    "/page": "<!doctype html><p>hello",
  });

  expect((await hub.install(`${services.origin}/a/SKILL.md`, { signal: calm() })).ok).toBe(true);
  expect((await hub.install(`${services.origin}/b.zip`, { signal: calm() })).ok).toBe(true);
  await expect(hub.install(`${services.origin}/page`, { signal: calm() })).rejects.toMatchObject({
    code: "HUB_BAD_ANSWER",
  });
});

test("an address without encryption is fetched only from sites that the person named", async () => {
  const { hub, services } = await makeHub({}, { hosts: [] });

  await expect(hub.install(`${services.origin}/a/SKILL.md`, { signal: calm() })).rejects.toMatchObject({
    code: "HUB_NOT_FOUND",
    hint: expect.stringContaining("encryption") as string,
  });
  expect(services.seen).toEqual([]);
});

test.each([
  ["github:openai/skills/skills/pfd", "Did you mean openai/skills/skills/pdf?"],
  ["github:nobody/nothing", "private"],
  ["claude-marketplace:acme/market/tool/saw", "Did you mean claude-marketplace:acme/market/tools?"],
  ["claude-marketplace:acme/market/tools", "claude-marketplace:acme/market/tools/hammer"],
  ["pdf", "Search for it"],
])("%s is not found, and the hint says what is near", async (reference, hint) => {
  const { hub } = await makeHub(world());

  await expect(hub.inspect(reference, { signal: calm() })).rejects.toMatchObject({
    code: "HUB_NOT_FOUND",
    hint: expect.stringContaining(hint) as string,
  });
});

test("with a token the files of a private repository come from the API", async () => {
  const { hub, services } = await makeHub(world(), {
    githubToken: async () => await Promise.resolve("t0ken"),
  });

  await hub.inspect("openai/skills/pdf", { signal: calm() });

  expect(services.seen.some((line) => line.startsWith("GET /raw/"))).toBe(false);
  expect(services.requests.every(({ headers }) => headers.authorization === "Bearer t0ken")).toBe(true);
});

test("a skill in a folder of this machine is installed by its path, as one that nobody vouches for", async () => {
  const { hub, folder } = await makeHub();
  const elsewhere = tempFolder();
  writeFiles(elsewhere, { "brew/SKILL.md": skillText("brew"), "brew/scripts/a.sh": "echo a\n" });

  const outcome = await hub.install(`local:${elsewhere}/brew/`, { signal: calm() });

  expect(outcome).toMatchObject({
    ok: true,
    installed: { reference: `local:${elsewhere}/brew`, trust: "community" },
  });
  expect(readdirSync(join(folder, "brew"), { recursive: true })).toEqual(
    expect.arrayContaining(["SKILL.md", join("scripts", "a.sh")]),
  );
});

test("a folder that is a link, or without a skill, a relative path and a file that is cut off are refused", async () => {
  const { hub } = await makeHub();
  const elsewhere = tempFolder();
  writeFiles(elsewhere, {
    "brew/SKILL.md": skillText("brew"),
    "empty/notes.md": "x",
    "huge/SKILL.md": skillText("huge"),
    "huge/data.txt": "x".repeat(1_048_577),
  });
  symlinkSync(join(elsewhere, "brew"), join(elsewhere, "linked"));
  const codeOf = async (reference: string): Promise<unknown> =>
    await hub.install(reference, { signal: calm() }).catch((error: unknown) => error);

  for (const path of [join(elsewhere, "linked"), join(elsewhere, "empty"), join(elsewhere, "none"), "brew"])
    expect(await codeOf(`local:${path}`)).toMatchObject({ code: "HUB_NOT_FOUND" });
  expect(await codeOf(`local:${elsewhere}/huge`)).toMatchObject({
    problem: "invalid",
    reason: expect.stringContaining("larger than 1 MB") as string,
  });
});
