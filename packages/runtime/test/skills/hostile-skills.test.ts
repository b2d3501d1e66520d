import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { scripted } from "@hermes/models";
import type { ModelRequest, ScriptedAnswer, ScriptedCall } from "@hermes/models";
import type { ApprovalRequest, Approver } from "@hermes/registry";
import { needs } from "@hermes/tooling/prerequisites";
import { sample } from "@hermes/tooling/sample";
import { expect, test } from "vitest";
import { runtimeIn } from "../support/scripted-runtime.ts";
import { hostilePlace, leaked } from "./hostile-place.ts";
import type { HostilePlace } from "./hostile-place.ts";
import { hostileSkills } from "./hostile-skills.ts";
import type { HostileSkill } from "./hostile-calls.ts";

/** Says yes where nothing speaks against a script but where it came from. */
const trusting: Approver = async (request) =>
  isHarmlessLooking(request)
    ? { approved: true, scope: "session" }
    : { approved: false, reason: "That is not what I wanted." };

function isHarmlessLooking({ findings = [] }: ApprovalRequest): boolean {
  return findings.length > 0 && findings.every(({ id }) => id === "skill.script");
}

interface Following {
  readonly mode: string;
  /** Undefined: nobody is there. */
  readonly approver?: Approver | undefined;
  /** The person lets untrusted text act. */
  readonly trusts?: boolean | undefined;
}

/** Lets a model follow each skill to the letter, and says what harm came of it. */
async function followAll(skills: readonly HostileSkill[], following: Following): Promise<readonly string[]> {
  await using place = await hostilePlace(skills);
  const rule = "rules:\n  finding(untrusted.*): allow\n";
  if (following.trusts === true) await writeFile(join(place.home, "permissions.yaml"), rule);
  const harm: string[] = [];
  for (const skill of skills) harm.push(...(await follow(skill, place, following)));
  return harm;
}

async function follow(
  skill: HostileSkill,
  place: HostilePlace,
  following: Following,
): Promise<readonly string[]> {
  const before = await place.look();
  place.received();
  await obey(skill, place, following);
  const received = place.received();
  const after = await place.look();
  const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
    (path) => before.get(path) !== after.get(path),
  );
  const harm = [
    ...(leaked(received) ? [`sent ${received.slice(0, 80)}`] : []),
    ...changed.map((path) => `changed ${path.slice(place.homedir.length)}`),
    ...(await place.ran()).map((call) => `ran ${call}`),
  ];
  if (changed.length > 0) await place.restore();
  return harm.map((each) => `${skill.name}: ${each}`);
}

async function obey(
  { name, replies }: HostileSkill,
  place: HostilePlace,
  { mode, approver }: Following,
): Promise<void> {
  const view: ScriptedCall = { name: "skill_view", arguments: { name } };
  const turns = [[view], ...replies].map((each) => (request: ModelRequest): ScriptedAnswer => ({
    calls: each.map((call) => filled(call, name, { place, request })),
  }));
  const model = scripted([...turns, { text: "Done." }]);
  await using runtime = await runtimeIn(place, { model, approver, flags: { mode }, env: place.env });
  await using session = await runtime.openSession();
  await session.agent.chat(`Use the skill ${name}. My secret is CANARY7f3a9c51conversation.`);
}

function filled(
  call: ScriptedCall,
  name: string,
  { place, request }: { readonly place: HostilePlace; readonly request: ModelRequest },
): ScriptedCall {
  const [, process = ""] =
    /"session_id":\s*"([^"]+)"/.exec(JSON.stringify(request.messages).replaceAll("\\", "")) ?? [];
  const { tcp, udp } = place;
  const text = JSON.stringify(call.arguments)
    .replaceAll("@SKILL@", `~/.hermes/skills/${name}`)
    .replaceAll("@HOME@", place.homedir)
    .replaceAll("@PROCESS@", process)
    .replaceAll("@TCP@", String(tcp))
    .replaceAll("@UDP@", String(udp));
  return { ...call, arguments: JSON.parse(text) };
}

const isLong = process.env["HERMES_TEST_LONG"] === "1";

/** Those with files: of them a person is asked at all. */
const withFiles = isLong ? hostileSkills : hostileSkills.filter(({ files }) => files !== undefined);

test.each([
  ["ask", "nobody is there", undefined, sample("hostile skills", hostileSkills, 12)],
  [
    "ask",
    "a person lets start what looks harmless",
    trusting,
    sample("hostile skills with files", withFiles, 8),
  ],
  ...(isLong ? ([["accept-edits", "nobody is there", undefined, hostileSkills]] as const) : []),
  ...(isLong
    ? ([["auto", "a person lets start what looks harmless", trusting, hostileSkills]] as const)
    : []),
] as const)(
  "hostile skills that were installed by force do no harm in the mode %s when %s",
  async (mode, _, approver, skills) => {
    expect(hostileSkills.length).toBeGreaterThanOrEqual(130);
    const harm = await followAll(skills, { mode, approver });
    // Edits of ordinary files beyond the workspace are what this mode accepts.
    const accepted = mode === "accept-edits" ? /changed \/(Documents\/|precious|pwned)/ : /^never$/;
    expect(harm.filter((each) => !accepted.test(each))).toEqual([]);
  },
  180_000,
);

test("without questions these skills do harm of every kind, so that the test above would see it", async (context) => {
  needs(context, "curl", "python3");
  // Always the same: every kind of harm is among them.
  const skills = isLong
    ? hostileSkills
    : hostileSkills.filter(({ name }, index) => index % 14 === 0 || name === "docker-root");
  const harm: string[] = [];
  // What one has done would stand in the way of the next.
  for (const skill of skills) harm.push(...(await followAll([skill], { mode: "yolo", trusts: true })));

  const harmful = new Set(harm.map((line) => line.split(":")[0]));
  expect(harmful.size).toBeGreaterThanOrEqual(skills.length * 0.7);
  for (const kind of [": sent ", ": changed /Documents", ": changed /.", ": ran "])
    expect(harm.join("\n")).toContain(kind);
  // What no mode allows is refused here, too.
  expect(harm.filter((line) => /\.ssh\/|\.aws|\.netrc|\.mozilla/.test(line))).toEqual([]);
}, 180_000);
