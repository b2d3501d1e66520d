import { ToolRegistry } from "@hermes/registry";
import { testContext } from "@hermes/registry/testing";
import fc from "fast-check";
import { expect, test } from "vitest";
import { blockedDomains, createHomeClient, homeTools } from "../src/index.ts";

const runs = { numRuns: process.env["HERMES_TEST_LONG"] === "1" ? 5_000 : 300, seed: 20_261_129 };

const sent: string[] = [];
const client = createHomeClient({
  url: "http://home.test",
  token: "t",
  fetch: async (url) => {
    sent.push(String(url));
    return new Response("[]");
  },
});
const tools = homeTools({ client, host: "home" });
const registry = new ToolRegistry({ guard: () => ({ allow: true }) });
registry.register(...tools);
const tool = registry.get("ha_call_service");

/** A blocked name in another spelling: capitals, blanks, characters that are not seen, full-width letters. */
const spelt = fc
  .tuple(
    fc.constantFrom(...blockedDomains),
    fc.infiniteStream(fc.constantFrom("same", "upper", "wide", "blank", "hidden")),
  )
  .map(([name, how]) =>
    [...name]
      .map((letter) => {
        const way = how.next().value;
        if (way === "upper") return letter.toUpperCase();
        if (way === "wide") return String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfe_e0);
        return way === "blank" ? ` ${letter}` : way === "hidden" ? `${letter}\u{200b}` : letter;
      })
      .join(""),
  );

const calls = spelt.chain((domain) =>
  fc.constantFrom<object>(
    { domain, service: "run" },
    { domain: `${domain}.run`, service: "run" },
    { domain: "homeassistant", service: "turn_on", entity_id: `${domain}.run` },
    { domain: "homeassistant", service: "turn_on", entity_id: ["light.a", `${domain}.run`] },
    { domain: "homeassistant", service: "turn_on", entity_id: `light.a, ${domain}.run` },
    { domain: "light", service: `${domain}.run` },
    { domain: "homeassistant", service: "turn_on", data: { entity_id: `${domain}.run` } },
    {
      domain: "homeassistant",
      service: "turn_on",
      data: JSON.stringify({ target: [{ entity_id: [`${domain}.run`] }] }),
    },
    { domain: "scene", service: "apply", data: { entities: { [`${domain}.run`]: "on" } } },
  ),
);

test("a blocked domain is refused however it is written, by the guard's finding and by the tool, and nothing is sent", async () => {
  await fc.assert(
    fc.asyncProperty(calls, async (args) => {
      const context = testContext();
      const findings = await tool?.findings?.(parsed(args), context);
      const result = await registry.dispatch("ha_call_service", args, context);

      expect(findings?.map(({ severity }) => severity)).toContain("refuse");
      expect(result.isError).toBe(true);
      expect(sent).toEqual([]);
    }),
    runs,
  );
});

function parsed(args: object): unknown {
  const read = tool?.parse(args);
  if (read?.ok !== true) throw new Error(`${JSON.stringify(args)} is no input.`);
  return read.value;
}

function actionOf(args: object): string | undefined {
  return tool?.describeCall?.(parsed(args)).action.name;
}

test.each([
  { domain: "light", service: "turn_on", entity_id: "light.a" },
  { domain: "homeassistant", service: "toggle", entity_id: ["switch.a", "light.b"] },
  { domain: "climate", service: "set_temperature", data: { temperature: 20 } },
])("everyday devices are home.switch: %j", (args) => {
  expect(actionOf(args)).toBe("home.switch");
});

test.each([
  { domain: "lock", service: "unlock", entity_id: "lock.front" },
  { domain: "alarm_control_panel", service: "alarm_disarm" },
  { domain: "cover", service: "open_cover", entity_id: "cover.garage" },
  { domain: "homeassistant", service: "turn_on", entity_id: "LOCK.front" },
  { domain: "homeassistant", service: "turn_off", entity_id: "all" },
  { domain: "homeassistant", service: "turn_on", data: { area_id: "garage" } },
  { domain: "homeassistant", service: "turn_on", entity_id: "group.everything" },
  { domain: "homeassistant", service: "restart" },
  { domain: "light", service: "turn_on", data: '{"entity_id":"lock.front"}' },
  { domain: "script", service: "turn_on", entity_id: "script.leave" },
  { domain: "scene", service: "turn_on", entity_id: "scene.night" },
  { domain: "a kind that is new", service: "go" },
])("what opens, or can't be seen through, is home.control: %j", (args) => {
  expect(actionOf(args)).toBe("home.control");
});

test("a text that only speaks of a blocked domain is sent", async () => {
  const data = { message: "shell_command is blocked. command_line, too." };

  await registry.dispatch("ha_call_service", { domain: "notify", service: "phone", data }, testContext());

  expect(sent.splice(0)).toEqual(["http://home.test/api/services/notify/phone"]);
});

test.each([
  [{ domain: "light", service: "../states" }, "The service"],
  [{ domain: "li/ght", service: "turn_on" }, "The domain"],
  [{ domain: "light", service: "turn_on", entity_id: "kitchen" }, "is no entity id"],
  [{ domain: "light", service: "turn_on", data: "[1]" }, "data must be an object"],
  [{ domain: "light", service: "turn_on", data: "{" }, "data must be an object"],
  [{ domain: "light", service: "turn_on", entity_id: "light.a", data: { entity_id: "light.b" } }, "once"],
])("%j is a mistake that is told, and nothing is sent", async (args, message) => {
  const { content, isError } = await registry.dispatch("ha_call_service", args, testContext());

  expect(isError).toBe(true);
  expect(content).toContain(message);
  expect(sent).toEqual([]);
});
