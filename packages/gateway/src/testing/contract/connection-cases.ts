import { equal, match, ok, rejects } from "node:assert/strict";
import type { ContractCheck } from "./platform-place.ts";
import { createRecordingHost } from "../recording-host.ts";
import { connected, noSignal } from "./connected.ts";

/** From connecting to stopping. */
export function connectionCases<Settings>(check: ContractCheck<Settings>): void {
  check(
    "settings that are complete count as configured, and no settings don't",
    async ({ platform, settings }) => {
      equal(platform.isConfigured(settings), true);
      match(platform.name, /^[a-z][a-z0-9-]*$/);
      equal(platform.isConfigured(platform.settings.parse({})), false);
    },
  );

  check("once it is connected it is up, has heard the platform, and a check passes", async (place) => {
    await connected(place, async (connection, host) => {
      const { state, heardAt, as } = host.states.at(-1) ?? {};
      equal(state, "up");
      ok(heardAt !== undefined && as !== undefined);
      await connection.check(noSignal());
    });
  });

  check(
    "an unknown token is refused as PLATFORM_UNAUTHORISED, with what to do",
    async ({ platform, unauthorised }) => {
      if (unauthorised === undefined) return;
      await rejects(
        platform.connect(unauthorised, createRecordingHost(), noSignal()),
        (error: Error & { code?: string; hint?: string }) => {
          equal(error.code, "PLATFORM_UNAUTHORISED");
          ok(error.hint);
          return true;
        },
      );
    },
  );

  check("set-up asks for settings that have a variable, and says as whom they connect", async (place) => {
    const { platform, settings, unauthorised } = place;
    const { setup } = platform;
    if (setup === undefined) return;
    const named = Object.values(platform.environment);
    for (const { key } of setup.questions) ok(named.includes(key), `${key} has no variable`);
    ok(setup.steps.length > 0);
    const options = { fetch: globalThis.fetch, ...noSignal() };
    match(await setup.identify(settings, options), /\S/);
    if (unauthorised !== undefined)
      await rejects(setup.identify(unauthorised, options), { code: "PLATFORM_UNAUTHORISED" });
    await rejects(setup.identify(place.unreachable, options), { code: "PLATFORM_UNREACHABLE" });
  });

  check("where nothing answers it is PLATFORM_UNREACHABLE", async ({ platform, unreachable }) => {
    await rejects(platform.connect(unreachable, createRecordingHost(), noSignal()), {
      code: "PLATFORM_UNREACHABLE",
    });
  });

  check("once it is stopped it hands over nothing, and can be connected again", async (place) => {
    const before = createRecordingHost();
    await connected(place, async () => {}, before);
    equal(before.states.at(-1)?.state, "stopped");
    // Where the platform keeps nothing, nobody can say anything either.
    if (place.keepsMessages) await place.peer.say("while you were away");

    await connected(place, async (_, host) => {
      await place.peer.say("back again");
      await host.until(({ messages }) => messages.some(({ text }) => text === "back again"));
      if (place.keepsMessages) equal(host.messages[0]?.text, "while you were away");
    });
    equal(before.messages.length, 0);
  });

  check("stopping twice does nothing more", async (place) => {
    await connected(place, async (connection) => connection.stop());
  });
}
