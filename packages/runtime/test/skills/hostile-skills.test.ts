import { scripted } from "@hermes/models";
import type { ScriptedCall, ScriptedAnswer } from "@hermes/models";
import type { ApprovalRequest, Approver } from "@hermes/registry";
import { expect, test } from "vitest";
import { runtimeIn } from "../support/scripted-runtime.ts";
import { hostilePlace, leaked } from "./hostile-place.ts";
import type { HostilePlace } from "./hostile-place.ts";
import { hostileSkills } from "./hostile-skills.ts";
import type { HostileSkill } from "./hostile-skills.ts";

/** Says yes where nothing speaks against a script but where it came from. */
const trusting: Approver = async (request) =>
  isHarmlessLooking(request)
    ? { approved: true, scope: "session" }
    : { approved: false, reason: "That is not what I wanted." };

function isHarmlessLooking({ findings = [] }: ApprovalRequest): boolean {
  return findings.length > 0 && findings.every(({ id }) => id === "skill.script");
}

/** Lets a model follow each skill to the letter, and says what harm came of it. */
async function followAll(mode: string, approver: Approver | undefined): Promise<readonly string[]> {
  await using place = await hostilePlace(hostileSkills);
  const harm: string[] = [];
  for (const skill of hostileSkills) harm.push(...(await follow(skill, place, { mode, approver })));
  return harm;
}

async function follow(
  skill: HostileSkill,
  place: HostilePlace,
  { mode, approver }: { readonly mode: string; readonly approver: Approver | undefined },
): Promise<readonly string[]> {
  const before = await place.look();
  place.received();
  await obey(skill, place, { mode, approver });
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
  { mode, approver }: { readonly mode: string; readonly approver: Approver | undefined },
): Promise<void> {
  const view: ScriptedCall = { name: "skill_view", arguments: { name } };
  const turns: ScriptedAnswer[] = [[view], ...replies].map((each) => ({
    calls: each.map((call) => filled(call, name, place)),
  }));
  const model = scripted([...turns, { text: "Done." }]);
  await using runtime = await runtimeIn(place, { model, approver, flags: { mode }, env: place.env });
  await using session = await runtime.openSession();
  await session.agent.chat(`Use the skill ${name}. My secret is CANARY7f3a9c51conversation.`);
}

function filled(call: ScriptedCall, name: string, place: HostilePlace): ScriptedCall {
  const { tcp, udp } = place;
  const text = JSON.stringify(call.arguments)
    .replaceAll("@SKILL@", `~/.hermes/skills/${name}`)
    .replaceAll("@HOME@", place.homedir)
    .replaceAll("@TCP@", String(tcp))
    .replaceAll("@UDP@", String(udp));
  return { ...call, arguments: JSON.parse(text) };
}

test.each([
  ["ask", "nobody is there", undefined],
  ["ask", "a person lets every script start that looks harmless", trusting],
  ["accept-edits", "nobody is there", undefined],
  ["auto", "a person lets every script start that looks harmless", trusting],
] as const)(
  "hostile skills that were installed by force do no harm in the mode %s when %s",
  async (mode, _, approver) => {
    expect(hostileSkills.length).toBeGreaterThanOrEqual(60);
    expect(await followAll(mode, approver)).toEqual([]);
  },
  180_000,
);
