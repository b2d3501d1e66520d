import { execFile } from "node:child_process";
import { chmod, mkdir, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "vitest";
import { loadSettings } from "../src/index.ts";
import { test } from "./home-fixture.ts";

test.for([
  ["tts", "edge"],
  ["tts", "piper"],
  ["tts", "minimax"],
  ["stt", "mistral"],
] as const)(
  "the original's %s.provider %s is read as auto, without a warning",
  async ([section, provider], { home }) => {
    await home.write({ "config.yaml": `${section}: {provider: ${provider}}\n` });

    const { settings, warnings } = await home.load();

    expect(settings[section].provider).toBe("auto");
    expect(warnings.filter((warning) => warning.includes(section))).toEqual([]);
  },
);

test("without any file the defaults are there, and nothing is written", async ({ home }) => {
  const loaded = await home.load();

  expect(loaded).toMatchObject({
    home: home.path,
    configPath: join(home.path, "config.yaml"),
    envPath: join(home.path, ".env"),
    warnings: [],
  });
  expect(loaded.settings).toEqual({
    model: {},
    models: {},
    fallback_providers: [],
    logins: {},
    provider_routing: { max_price: {} },
    budget: { request: {}, turn: {}, session: {}, tree: {}, job: {}, day: {} },
    agent: { max_turns: 90, ignore_rules: false, clarify_timeout: 600 },
    api: { enabled: false, host: "127.0.0.1", allowed_hosts: [], cors_origins: [] },
    disabled_toolsets: [],
    platform_toolsets: {},
    personalities: {},
    tools: { max_tokens: 4_600 },
    terminal: {
      backend: "local",
      timeout: 180,
      wall: "workspace",
      network: "listed",
      open_hosts: [],
      env_passthrough: [],
      docker_volumes: [],
      docker_mount_cwd_to_workspace: false,
      docker_forward_env: [],
      docker_run_as_host_user: false,
      docker_extra_args: [],
      container_cpu: 1,
      container_memory: 5_120,
      container_persistent: true,
      ssh_host_keys: "strict",
    },
    approvals: { mode: "ask", gateway_timeout: 300 },
    permissions: {},
    code_execution: {
      isolation: "prefer-jail",
      timeout: 120,
      max_tool_calls: 50,
      memory: 1024,
      start_ahead: true,
    },
    command_allowlist: [],
    security: { redact_secrets: true, website_blocklist: { enabled: false, domains: [], shared_files: [] } },
    web: { search_backend: "auto", addresses: {} },
    browser: {
      backend: "auto",
      headless: true,
      cdp_own_context: false,
      command_timeout: 30,
      inactivity_timeout: 120,
      dialog_policy: "must_respond",
      dialog_timeout_s: 300,
    },
    network: { allow_private: [] },
    tts: { provider: "auto" },
    stt: { enabled: true, provider: "auto", command: [] },
    voice: { auto_tts: false, record_key: "ctrl+b", record_command: [], max_recording_seconds: 120 },
    image_gen: { provider: "auto" },
    display: {
      show_reasoning: false,
      final_response_markdown: "render",
      notify: "bell",
      resume_display: "full",
      skin: "default",
      spinner: {},
    },
    memory: {
      memory_enabled: true,
      user_profile_enabled: true,
      memory_char_limit: 2200,
      user_char_limit: 1375,
      save_at_end: true,
      provider: "none",
      honcho: { workspace: "hermes", assistant: "hermes" },
    },
    skills: { disabled: [], platform_disabled: {}, external_dirs: [], hub: { hosts: [], addresses: {} } },
    tool_output: { max_result_chars: 16_000, max_bytes: 1_000_000, max_lines: 2000, max_line_length: 2000 },
    tool_loop_guardrails: {
      warnings_enabled: true,
      hard_stop_enabled: false,
      warn_after: { exact_failure: 2, same_tool_failure: 3, idempotent_no_progress: 2 },
    },
    prompt: {
      max_tokens: 30_000,
      git_timeout: 0.15,
      layers: {
        ...{ context: 20_000, skills: 1_400, profile: 2_000, learnings: 200, memory: 3_000 },
        ...{ session: 100, workspace: 300 },
      },
    },
    compression: { enabled: true, engine: "builtin", threshold: 0.8, target_ratio: 0.25 },
    auxiliary: {},
    cron: {
      ...{ max_parallel_jobs: 3, timeout: 1_800, script_timeout_seconds: 120, max_jobs: 100 },
      ...{ wrap_response: true, keep_history: 90 },
    },
    heartbeat: { enabled: true, every: 30 },
    delegation: {
      ...{ max_iterations: 50, max_concurrent_children: 3, max_async_children: 3, max_spawn_depth: 2 },
      child_timeout_seconds: 0,
    },
    mixture_of_agents: { reference_models: [], timeout: 300 },
    mcp_servers: {},
    hooks: {},
    mcp_server: { expose_tools: [] },
    state: { synchronous: "normal" },
    gateway: {
      ...{ allowed_users: [], allow_all_users: false, user_allowed_commands: [] },
      ...{ host: "127.0.0.1", port: undefined, allowed_hosts: [], public_url: undefined },
      ...{ group_sessions_per_user: true, thread_sessions_per_user: false },
      ...{ busy_mode: "steer", backlog: "all" },
      session_reset: { mode: "both", at_hour: 4, idle_minutes: 1_440 },
      human_delay: { mode: "off", min_ms: 800, max_ms: 2_500 },
    },
    platforms: {},
    plugins: { disabled: [], settings: {} },
  });
  expect(await readdir(home.path)).toEqual([]);
});

test.for(["", "# nothing but a remark\n", "---\n", "model:\n", "\uFEFF"])(
  "a file that says nothing (%j) gives the defaults",
  async (text, { home }) => {
    const { settings: defaults } = await home.load();
    await home.write({ "config.yaml": text });

    expect((await home.load()).settings).toEqual(defaults);
  },
);

test("the environment wins over the file, and the file over the defaults", async ({ home }) => {
  await home.write({
    "config.yaml":
      "model: {default: from-file, provider: openai}\nagent: {max_turns: 20}\nterminal: {timeout: 5}\n",
  });

  const { settings } = await home.load({ HERMES_MAX_ITERATIONS: "7", HERMES_MODEL: "from-env" });

  expect(settings.model).toEqual({ default: "from-env", provider: "openai" });
  expect(settings.agent.max_turns).toBe(7);
  expect(settings.terminal.timeout).toBe(5);
});

test.for<[string, string, readonly string[], unknown]>([
  ["HERMES_INFERENCE_MODEL", "m", ["model", "default"], "m"],
  ["HERMES_MODEL", "m", ["model", "default"], "m"],
  ["HERMES_MAX_ITERATIONS", "12", ["agent", "max_turns"], 12],
  ["HERMES_IGNORE_RULES", "1", ["agent", "ignore_rules"], true],
  ["HERMES_IGNORE_RULES", "no", ["agent", "ignore_rules"], false],
  ["HERMES_YOLO_MODE", "true", ["approvals", "mode"], "yolo"],
  ["HERMES_YOLO_MODE", "0", ["approvals", "mode"], "ask"],
  ["TERMINAL_ENV", "local", ["terminal", "backend"], "local"],
  ["TERMINAL_CWD", "~/work", ["terminal", "cwd"], "/home/ada/work"],
  ["TERMINAL_ENV", "docker", ["terminal", "backend"], "docker"],
  ["TERMINAL_DOCKER_IMAGE", "alpine", ["terminal", "docker_image"], "alpine"],
  ["TERMINAL_DOCKER_VOLUMES", '["/a:/b", "/c:/d:ro"]', ["terminal", "docker_volumes"], ["/a:/b", "/c:/d:ro"]],
  ["TERMINAL_DOCKER_FORWARD_ENV", "A, B", ["terminal", "docker_forward_env"], ["A", "B"]],
  ["TERMINAL_CONTAINER_CPU", "0.5", ["terminal", "container_cpu"], 0.5],
  ["TERMINAL_CONTAINER_PERSISTENT", "false", ["terminal", "container_persistent"], false],
  ["TERMINAL_SSH_HOST", "box", ["terminal", "ssh_host"], "box"],
  ["TERMINAL_SSH_PORT", "2222", ["terminal", "ssh_port"], 2222],
  ["TERMINAL_SSH_KEY", "~/.ssh/id", ["terminal", "ssh_key"], "/home/ada/.ssh/id"],
  ["TERMINAL_TIMEOUT", "2.5", ["terminal", "timeout"], 2.5],
])("%s=%s overrules its setting", async ([name, value, path, expected], { home }) => {
  const { settings } = await home.load({ [name]: value });

  expect(path.reduce<unknown>((part, key) => Reflect.get(Object(part), key), settings)).toEqual(expected);
});

test("an empty variable says nothing", async ({ home }) => {
  const { settings } = await home.load({ HERMES_MAX_ITERATIONS: "", HERMES_MODEL: " " });

  expect(settings.agent.max_turns).toBe(90);
  expect(settings.model.default).toBeUndefined();
});

test("a variable with a wrong value is named, beside the problems of the file", async ({ home }) => {
  await home.write({ "config.yaml": "agent:\n  max_turns: many\n" });

  await expect(home.load({ TERMINAL_TIMEOUT: "soon" })).rejects.toMatchObject({
    code: "CONFIG_INVALID",
    message: expect.stringMatching(
      /2 settings.*\n.*line 2: "agent.max_turns": expected a whole number, received "many"\.\n.*TERMINAL_TIMEOUT: expected a number, received "soon"\./,
    ),
  });
});

test("the process' environment wins over .env, and both reach the caller", async ({ home }) => {
  await home.write({
    ".env":
      "\uFEFF# keys\nexport OPENAI_API_KEY='sk-1' # mine\nTERMINAL_TIMEOUT=60\nHERMES_MAX_ITERATIONS=3\n",
  });

  const { env, settings } = await home.load({ HERMES_MAX_ITERATIONS: "4", PATH: "/bin" });

  expect(env).toMatchObject({
    OPENAI_API_KEY: "sk-1",
    TERMINAL_TIMEOUT: "60",
    PATH: "/bin",
    HERMES_MAX_ITERATIONS: "4",
  });
  expect(settings.terminal.timeout).toBe(60);
  expect(settings.agent.max_turns).toBe(4);
});

test("HERMES_IGNORE_USER_CONFIG leaves even a broken file unread", async ({ home }) => {
  await home.write({ "config.yaml": "a: b: c" });

  const { settings } = await home.load({ HERMES_IGNORE_USER_CONFIG: "1" });

  expect(settings.agent.max_turns).toBe(90);
});

test("the home is ~/.hermes unless HERMES_HOME names another", async () => {
  const homeOf = async (env: Readonly<Record<string, string>>): Promise<string> =>
    (await loadSettings({ env, homedir: "/home/ada" })).home;

  expect(await homeOf({})).toBe("/home/ada/.hermes");
  expect(await homeOf({ HERMES_HOME: "~/elsewhere" })).toBe("/home/ada/elsewhere");
  expect(await homeOf({ HERMES_HOME: "/opt/h/../hermes/" })).toMatch(/^\/opt\/hermes\/?$/);
  expect((await loadSettings({ env: { HOME: "/home/grace" } })).home).toBe("/home/grace/.hermes");
});

test("a relative HERMES_HOME is refused, since nobody can say relative to what", async () => {
  await expect(loadSettings({ env: { HERMES_HOME: "here" }, homedir: "/home/ada" })).rejects.toMatchObject({
    code: "CONFIG_INVALID",
    message: 'HERMES_HOME is "here", which is not an absolute path.',
  });
});

test.for(["config.yaml", ".env"])("a folder named %s is reported as one", async (name, { home }) => {
  await mkdir(join(home.path, name));

  await expect(home.load()).rejects.toMatchObject({
    code: "CONFIG_UNREADABLE",
    message: `Cannot read ${join(home.path, name)}: it is a folder.`,
  });
});

// A superuser may read everything.
test.skipIf(process.getuid?.() === 0)("an unreadable file is reported as such", async ({ home }) => {
  await home.write({ "config.yaml": "model: x\n" });
  await chmod(join(home.path, "config.yaml"), 0);

  await expect(home.load()).rejects.toMatchObject({ code: "CONFIG_UNREADABLE" });
});

test("a broken file is left as it is", async ({ home }) => {
  const text = "model: [\n  never closed\n";
  await home.write({ "config.yaml": text });

  await expect(home.load()).rejects.toMatchObject({ code: "CONFIG_INVALID" });
  expect(await readFile(join(home.path, "config.yaml"), "utf8")).toBe(text);
  expect(await readdir(home.path)).toEqual(["config.yaml"]);
});

test("the YAML parser is loaded only when there is a file", async ({ home }) => {
  const script = `
    import { registerHooks } from "node:module";
    const seen = [];
    registerHooks({ load(url, context, next) { seen.push(url); return next(url, context); } });
    const { loadSettings } = await import(${JSON.stringify(new URL("../src/index.ts", import.meta.url).href)});
    await loadSettings({ env: { HERMES_HOME: process.argv[1] } });
    console.log(seen.some((url) => url.includes("/yaml/")));
  `;
  const run = async (): Promise<string> => {
    const args = ["--conditions=@hermes/source", "--input-type=module", "-e", script, home.path];
    return (await promisify(execFile)(process.execPath, args)).stdout.trim();
  };

  const without = await run();
  await home.write({ "config.yaml": "model: x\n" });

  expect(without).toBe("false");
  expect(await run()).toBe("true");
});

test.for([
  ["{command: guard.sh, matcher: '('}", "no regular expression"],
  ["{command: guard.sh, timeout: 301}", "timeout"],
  ["{matcher: terminal}", "command"],
] as const)("the hook %s is a problem, and is not left out in silence", async ([hook, why], { home }) => {
  await home.write({ "config.yaml": `hooks:\n  pre_tool_call:\n    - ${hook}\n` });

  await expect(home.load()).rejects.toThrow(why);
});
