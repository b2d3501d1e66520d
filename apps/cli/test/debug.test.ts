import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { answers, calls, inStore, personWhoTalked, returns, says } from "./support/filled-person.ts";
import { hermes } from "./support/hermes.ts";

/** In parts, so that no scanner takes this file for a leak. */
const secrets = [
  ["sk-", "admin-", "cf2BFIx1d_xD0YpkO-pKmxdwIN_q0DPWJtswisBo_FAKEk9hv6R35k9RiMez"],
  ["gs", "k_", "fEl1qgUKqe5brH3iDFAKE8lXcecZgGKVqB7rNjcsQsXKDBU8h3Ca"],
  ["tv", "ly-", "P13Dwtj2LOH1spl4UuZkYfqTlSzzFAKE"],
  ["gh", "p_", "FAKEo3dZwgZ9G1tGwVIcMAnB79Ms2G2UdXTB"],
].map((parts) => parts.join(""));
const [first = "", second = "", third = "", fourth = ""] = secrets;

test("hermes debug writes no key, no value of a variable and nothing that was said", async () => {
  const person = await personWhoTalked([
    {
      ...{ id: "20261121-000001-aa", title: "Plan of my surprise party" },
      messages: [
        says(`My key is ${first}. Plan my surprise party.`),
        calls("terminal", { command: "env" }),
        returns("terminal", `A=${second}`),
        answers("The party is planned."),
      ],
    },
  ]);
  writeFileSync(
    join(person.home, "config.yaml"),
    `model:\n  provider: custom\n  default: m\n  base_url: https://me:${third}@127.0.0.1:1/v1\n  api_key: ${first}\nmcp_servers:\n  x:\n    command: node\n    enabled: false\n    env:\n      KEY: ${second}\nagent:\n  max_turns: 7\n`,
  );
  writeFileSync(join(person.home, ".env"), `OPENAI_API_KEY=${first}\nMY_OWN="private words of mine"\n`);
  writeFileSync(
    join(person.home, "auth.json"),
    JSON.stringify({ credential_pool: { groq: [{ id: "a", access_token: second }] } }),
  );
  mkdirSync(join(person.home, "logs"));
  const line = { at: new Date().toISOString(), level: "error", message: `Refused: ${fourth} ${first}` };
  const log = JSON.stringify({
    ...line,
    session: "20261121-000001-aa",
    code: "MODEL_AUTH",
    error: `${third} surprise`,
  });
  writeFileSync(join(person.home, "logs", "agent.log"), `${log}\n`);
  writeFileSync(join(person.home, "logs", "gateway.log"), `private words of mine ${second}\n`);

  const outcome = await hermes(person, ["debug", "-o", "report.md"], { env: { EXA_API_KEY: third } });

  expect(outcome.code).toBe(0);
  expect(outcome.stderr).toContain("Settings that differ from the defaults");
  const report = readFileSync(join(person.project, "report.md"), "utf8");
  for (const secret of [...secrets, "private words", "surprise", "party"])
    expect(report + outcome.stderr).not.toContain(secret);
  expect(report).toContain("agent.max_turns: 7");
  expect(report).toContain("model.api_key: (set, not shown)");
  expect(report).toContain("MY_OWN (.env)");
  expect(report).toContain("EXA_API_KEY (environment)");
  expect(report).toMatch(/20261121-000001-aa {2}MODEL_AUTH/);
  expect(report).not.toContain(person.env["HOME"]);
});

test("hermes debug replaces no file, and works where config.yaml can't be read", async () => {
  const person = await personWhoTalked([]);
  writeFileSync(join(person.home, "config.yaml"), "model: [");
  writeFileSync(join(person.project, "mine.md"), "mine");

  const refused = await hermes(person, ["debug", "-o", "mine.md"]);
  const printed = await hermes(person, ["debug", "-o", "-"]);

  expect(refused.code).toBe(1);
  expect(readFileSync(join(person.project, "mine.md"), "utf8")).toBe("mine");
  expect(printed.code).toBe(0);
  expect(printed.stdout).toMatch(/^failed +settings: /m);
  expect(readdirSync(person.project)).toEqual(["mine.md"]);
  await inStore(person, (state) => expect(state.stats().sessions).toBe(0));
});
