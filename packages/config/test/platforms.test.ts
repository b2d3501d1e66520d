import { expect, test } from "vitest";
import { loadSettings } from "../src/index.ts";

async function settingsOf(text: string, env: Readonly<Record<string, string>> = {}) {
  const readFile = async (path: string): Promise<string> => {
    if (path.endsWith("config.yaml")) return text;
    throw Object.assign(new Error("not there"), { code: "ENOENT" });
  };
  return await loadSettings({ env, homedir: "/h", readFile });
}

test("who may speak on a platform is said by its variables alone, over the file", async () => {
  const env = {
    TELEGRAM_ALLOWED_USERS: "123, 456",
    TELEGRAM_HOME_CHANNEL: "-100123",
    TELEGRAM_HOME_CHANNEL_THREAD_ID: "7",
    TELEGRAM_REQUIRE_MENTION: "false",
    HOME_ASSISTANT_OWNERS: "ann",
    GATEWAY_ALLOWED_USERS: "*",
    GATEWAY_ALLOW_ALL_USERS: "true",
    MESSAGING_CWD: "~/work",
    _OWNERS: "x",
    SLACK_ALLOWED_USERS: " ",
  };
  const text = "platforms: { telegram: { allowed_users: [9], owners: [1], api_root: http://127.0.0.1 } }";

  const { settings, warnings } = await settingsOf(text, env);

  expect(warnings).toEqual([]);
  expect(settings.platforms).toEqual({
    telegram: {
      allowed_users: ["123", "456"],
      owners: ["1"],
      home_channel: "-100123:7",
      require_mention: false,
      api_root: "http://127.0.0.1",
    },
    "home-assistant": { owners: ["ann"] },
  });
  expect(settings.gateway).toMatchObject({ allowed_users: ["*"], allow_all_users: true, cwd: "/h/work" });
});

test("an id that YAML has rounded is refused, not taken for somebody else's", async () => {
  const exact = await settingsOf('platforms: { discord: { owners: [123, "123456789012345678901"] } }');
  expect(exact.settings.platforms["discord"]?.owners).toEqual(["123", "123456789012345678901"]);

  await expect(settingsOf("platforms: { discord: { owners: [123456789012345678901] } }")).rejects.toThrow(
    /platforms\.discord\.owners/,
  );
});

test("a variable that can't be used is named", async () => {
  await expect(settingsOf("", { TELEGRAM_REQUIRE_MENTION: "sometimes" })).rejects.toThrow(
    /TELEGRAM_REQUIRE_MENTION/,
  );
});

test("platforms of the original keep what they say, wherever it says it", async () => {
  const { settings, warnings } = await settingsOf(`
telegram: { allow_from: [5], reactions: false }
platforms: { telegram: { home_channel: { platform: telegram, chat_id: -100, thread_id: 3, name: Home }, owners: ["6"] } }
gateway: { platforms: { matrix: { allow_admin_from: "@ann:example.org" } }, strict: true }
group_sessions_per_user: false
session_reset: { mode: idle, notify: true }
display: { busy_input_mode: queue }
`);

  expect(settings.platforms).toEqual({
    telegram: {
      allowed_users: ["5"],
      reactions: false,
      allow_from: [5],
      owners: ["6"],
      home_channel: "-100:3",
    },
    matrix: { owners: ["@ann:example.org"], allow_admin_from: "@ann:example.org" },
  });
  expect(settings.gateway).toMatchObject({
    group_sessions_per_user: false,
    busy_mode: "queue",
    session_reset: { mode: "idle", at_hour: 4, idle_minutes: 1_440 },
  });
  expect(warnings).toEqual([expect.stringContaining("gateway.strict")]);
});
