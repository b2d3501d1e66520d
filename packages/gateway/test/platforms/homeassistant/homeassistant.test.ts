import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { OutboundMessage, PlatformConnection } from "../../../src/index.ts";
import { createRecordingHost, type RecordingHost } from "../../../src/testing/index.ts";
import { readSaid } from "../../../src/platforms/homeassistant/home-events.ts";
import { type HomeassistantPlace, openHomeassistantPlace } from "./homeassistant-place.ts";

const { signal } = new AbortController();
const door = "binary_sensor.kitchen_door";
const watched = { watch_domains: "binary_sensor, sensor", cooldown_seconds: 0 };

describe("the Home Assistant adapter", () => {
  let place: HomeassistantPlace;
  let memory: Map<string, string>;
  let open: PlatformConnection[];

  beforeEach(async () => {
    place = await openHomeassistantPlace();
    memory = new Map();
    open = [];
  });
  afterEach(async () => {
    await Promise.all(open.map((connection) => connection.stop()));
    await place[Symbol.asyncDispose]();
  });

  async function connect(
    settings: object,
    host: RecordingHost = createRecordingHost({ memory }),
  ): Promise<{ readonly connection: PlatformConnection; readonly host: RecordingHost }> {
    const connection = await place.platform.connect(place.settingsWith(settings), host, { signal });
    open.push(connection);
    return { connection, host };
  }

  /** Everything that was said before has been handed over. */
  async function settled(host: RecordingHost): Promise<readonly string[]> {
    const id = await place.peer.say("last");
    await host.until(({ messages }) => messages.some(({ messageId }) => messageId === id));
    return host.messages.map(({ text }) => text).filter((text) => text !== "last");
  }

  function message(key: string, markdown: string): OutboundMessage {
    const to = place.peer.at;
    return { to, key, ...place.platform.render(markdown), silent: false };
  }

  test("changes of watched entities are told with name, state and unit, and nothing else is", async () => {
    place.server.set(door, "off", { friendly_name: "Kitchen\ndoor" });
    const { host } = await connect({ ...watched, ignore_entities: ["sensor.noise"] });
    place.server.set(door, "on");
    place.server.set(door, "on", { friendly_name: "Kitchen door", battery: 3 });
    place.server.set("sensor.noise", "40");
    place.server.set("light.hall", "on");
    place.server.set("sensor.t", "21.5", { unit_of_measurement: "°C" });
    place.server.set("sensor.t", "23");
    place.server.set(door, undefined);
    expect(await settled(host)).toEqual([
      `Kitchen door (${door}): off → on`,
      "sensor.t: 21.5 °C",
      "sensor.t: 21.5 °C → 23 °C",
      `${door}: on → removed`,
    ]);
  });

  test("without a list nothing is watched, and health says so", async () => {
    const { host } = await connect({});
    place.server.set(door, "on");
    expect(await settled(host)).toEqual([]);
    expect(host.states.at(-1)?.hint).toContain("HASS_WATCH_ENTITIES");
  });

  test("within the cool-down only the last state counts, and is told at its end where it differs", async () => {
    place.server.set(door, "off");
    place.server.set("sensor.t", "1");
    const { host } = await connect({ ...watched, cooldown_seconds: 0.2 });
    place.server.set(door, "on");
    place.server.set("sensor.t", "2");
    for (const state of ["off", "on", "off"]) place.server.set(door, state);
    for (const state of ["3", "2"]) place.server.set("sensor.t", state);
    expect(await settled(host)).toHaveLength(2);
    await host.until(({ messages }) => messages.some(({ text }) => text === `${door}: on → off`));
    expect(await settled(host)).toEqual([`${door}: off → on`, "sensor.t: 1 → 2", `${door}: on → off`]);
  });

  test.each(["a break", "a restart"])("what changed during %s is told once, in one message", async (what) => {
    place.server.set(door, "off");
    place.server.set("sensor.t", "1");
    place.server.set("sensor.same", "1");
    const { connection, host } = await connect(watched);
    await settled(host);
    if (what === "a break") place.server.dropAll();
    else await connection.stop();
    place.server.set(door, "on");
    place.server.set("sensor.t", "2");
    const after = what === "a break" ? host : (await connect(watched)).host;
    expect(await settled(after)).toEqual([`Changed meanwhile:\n${door}: off → on\nsensor.t: 1 → 2`]);
  });

  test("what could not be kept is handed over again, before what follows", async () => {
    const { host } = await connect(watched);
    host.refuse(2);
    place.server.set(door, "on");
    place.server.set(door, "off");
    expect(await settled(host)).toEqual([`${door}: on`, `${door}: on → off`]);
    expect(host.states.some(({ reason }) => reason === "a message could not be kept")).toBe(true);
  });

  test("a notification whose answer was lost is sent again, and is there once", async () => {
    const { connection, host } = await connect({});
    place.server.loseAnswer();
    const outcome = await connection.send(message("k1", "once"), { signal });
    expect(outcome).toMatchObject({ status: "retry" });
    const { length } = host.states;
    await host.until(({ states }) => states.slice(length).some(({ state }) => state === "up"));
    expect(await connection.send(message("k1", "once"), { signal })).toMatchObject({ status: "sent" });
    expect(place.server.notifications).toHaveLength(1);
  });

  test("an action for notifications is given plain text, and a lost answer leaves it uncertain", async () => {
    const { connection } = await connect({ notify: "notify.phone" });
    const sent = await connection.send(message("k1", "**hi**"), { signal });
    expect(sent.status).toBe("sent");
    place.server.loseAnswer();
    const lost = await connection.send(message("k2", "two"), { signal });
    expect(lost.status).toBe("uncertain");
    expect(place.server.pushed).toEqual(["hi", "two"]);
    const edited = await connection.edit?.("k1", message("k1", "x"), { signal });
    expect(edited).toMatchObject({ status: "failed", code: "unsupported" });
  });

  test("an action that is not there fails for good with its name", async () => {
    const { connection } = await connect({ notify: "notify.nobody" });
    expect(await connection.send(message("k", "hi"), { signal })).toMatchObject({
      status: "failed",
      code: "no-such-chat",
      reason: "Service notify.nobody not found.",
    });
  });

  test("a token that is revoked ends it with what to do, and the token is nowhere named", async () => {
    const { connection, host } = await connect({});
    place.server.revokeToken();
    await host.until(({ states }) => states.at(-1)?.state === "failed");
    expect(host.states.at(-1)?.hint).toContain("Long-lived access tokens");
    expect(await connection.send(message("k", "hi"), { signal })).toMatchObject({ code: "unauthorised" });
    await expect(connection.check({ signal })).rejects.toMatchObject({ code: "PLATFORM_UNREACHABLE" });
    expect(JSON.stringify(host.states)).not.toContain(place.server.token);
  });

  test("messages that nobody understands stop nothing", async () => {
    const { host } = await connect(watched);
    for (const text of ["junk", "null", "[1, null]", '{"id":3,"type":"event","event":null}'])
      place.server.sendRaw(text);
    place.server.fire("state_changed", { entity_id: 7 });
    place.server.fire("hermes_message", { text: 7 });
    place.server.set(door, "on");
    expect(await settled(host)).toEqual([`${door}: on`]);
  });

  test("something else than Home Assistant is unreachable", async () => {
    const other = createServer((_, response) => response.end("hello"));
    await new Promise<void>((resolve) => {
      other.listen(0, "127.0.0.1", resolve);
    });
    const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
    await expect(connect({ url })).rejects.toMatchObject({ code: "PLATFORM_UNREACHABLE" });
    other.close();
  });

  test("set-up says which home it is", async () => {
    const found = place.platform.setup?.identify(place.settings, { fetch: globalThis.fetch, signal });
    expect(await found).toBe("Villa (2026.11.1)");
  });
});

test("variables hold lists, and an empty one is not set", async () => {
  const { platform, settingsWith, ...place } = await openHomeassistantPlace();
  const empty = Object.fromEntries(Object.values(platform.environment).map((key) => [key, ""]));
  expect(platform.settings.parse(empty)).toEqual(platform.settings.parse({}));
  expect(settingsWith({ watch_entities: "Lock.Door, ,light.a" }).watch_entities).toEqual([
    "lock.door",
    "light.a",
  ]);
  expect(() => settingsWith({ notify: "phone" })).toThrow();
  await place[Symbol.asyncDispose]();
});

test("whatever an event holds, it is a message with a text, or none", () => {
  fc.assert(
    fc.property(fc.anything(), fc.anything(), (text, id) => {
      const message = readSaid({ data: { text, id } }, 1);
      expect(message === undefined || (message.text !== "" && message.messageId !== "")).toBe(true);
    }),
  );
});
