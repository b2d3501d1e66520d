import { z } from "zod";
import {
  amount,
  choice,
  choiceOrName,
  flag,
  hour,
  ids,
  names,
  seconds,
  share,
  span,
  text,
  timeZone,
  whole,
} from "./field.ts";
import {
  auxiliarySettings,
  fallbackProviders,
  loginSettings,
  modelOverride,
  namedModel,
} from "./model-fields.ts";
import { pictureFields, speechFields } from "./media-fields.ts";
import { hookSettings } from "./hook-fields.ts";
import { platformSettings } from "./platform-fields.ts";
import { pluginFields } from "./plugin-fields.ts";
import type { FieldsOf } from "./fields-of.ts";
import type { Settings } from "./settings.ts";

/** Every setting with its type, default and description: what loading checks and what the docs are made from. */
// oxfmt-ignore
export const settingsFields: FieldsOf<Settings> = {
  model: {
    default: text("Name of the model, as its provider calls it. Without one, the provider's default."),
    provider: text("Where the model is had: openrouter, anthropic, openai, gemini, bedrock, azure, ollama, local, …, or the name of a plug-in's provider. Without one, it is found by the keys that are set."),
    base_url: text("Address of the server, such as http://127.0.0.1:8000/v1."),
    api_key: text("Key for the server; better kept in .env."),
    context_length: whole("Tokens that fit into one request, when the catalogue is wrong."),
    max_tokens: whole("Longest answer in tokens."),
    refresh: choice(["chosen", "keys", "off"], "Which providers are asked for their models once a day, in the background: the chosen one (as when unset), all with a key, or none."),
    reasoning_effort: choice(["off", "minimal", "low", "medium", "high", "xhigh", "max"], "How hard the model thinks, where it can be told; what it does not know becomes the nearest that it does."),
    cache_ttl: choice(["5m", "1h"], "How long Anthropic, also through OpenRouter, keeps what it has read. An hour costs more to write, and spares those who pause. Without it, 5m."),
  },
  provider_routing: {
    order: names("Providers behind OpenRouter that are asked first, in this order."),
    only: names("Providers behind OpenRouter that may answer, and no others."),
    ignore: names("Providers behind OpenRouter that never answer."),
    allow_fallbacks: flag("Whether others may answer where those of the order can't. Without it, they may."),
    require_parameters: flag("Ask only providers that know every parameter of a request."),
    data_collection: choice(["allow", "deny"], "deny: ask only providers that keep nothing to train with."),
    zdr: flag("Ask only providers that keep nothing at all."),
    quantizations: names("Precisions of the weights that are taken, such as fp8 or bf16."),
    sort: choice(["price", "throughput", "latency"], "What decides who is asked first."),
    max_price: {
      prompt: amount("Most US dollars per million tokens of input."),
      completion: amount("Most US dollars per million tokens of output."),
      request: amount("Most US dollars per request."),
      image: amount("Most US dollars per image."),
    },
  },
  models: {
    default: {},
    schema: () => z.record(z.string(), modelOverride()).describe("Corrections of the model catalogue, by name of the model."),
  },
  fallback_providers: {
    default: [],
    schema: fallbackProviders,
  },
  logins: {
    default: {},
    schema: loginSettings,
  },
  agent: {
    max_turns: whole("Requests to the model that one message may cause.", 90),
    ignore_rules: flag("Leave out AGENTS.md, SOUL.md, memory and skills.", false),
    clarify_timeout: whole("Seconds that a question of the agent waits for an answer in a chat.", 600),
  },
  budget: {
    request: {
      usd: amount("US dollars that one request may cost, where the price of the model is known."),
      tokens: whole("Tokens that one request may use, of input and output together."),
    },
    turn: {
      usd: amount("US dollars that one message may cost, where the price of the model is known."),
      tokens: whole("Tokens that one message may use, of input and output together."),
      requests: whole("Requests to models that one message may cause."),
    },
    session: {
      usd: amount("US dollars that a conversation may cost, where the price of the model is known."),
      tokens: whole("Tokens that a conversation may use, of input and output together."),
      requests: whole("Requests to models that a conversation may cause."),
    },
    tree: {
      usd: amount("US dollars that a conversation and all that it starts may cost, where the price of the model is known."),
      tokens: whole("Tokens that a conversation and all that it starts may use, of input and output together."),
      requests: whole("Requests to models that a conversation and all that it starts may cause."),
    },
    job: {
      usd: amount("US dollars that a job, or one run of hermes, may cost, where the price of the model is known."),
      tokens: whole("Tokens that a job, or one run of hermes, may use, of input and output together."),
      requests: whole("Requests to models that a job, or one run of hermes, may cause."),
    },
    day: {
      usd: amount("US dollars that all conversations on one day may cost, where the price of the model is known."),
      tokens: whole("Tokens that all conversations on one day may use, of input and output together."),
      requests: whole("Requests to models that all conversations on one day may cause."),
    },
  },
  toolsets: names("Toolsets that are switched on. Without any, those of the platform."),
  disabled_toolsets: names("Toolsets that are switched off, whatever is on.", []),
  platform_toolsets: {
    default: {},
    schema: () => z.record(z.string(), names("Toolsets that are switched on where people or programs come from here: cli, telegram, cron, api, mcp. In place of toolsets; none: no tools.").schema()).describe("Toolsets that are switched on, on one platform such as telegram."),
  },
  tools: {
    max_tokens: whole("Tokens, estimated, that the tools described in every request may take. Those beyond wait behind a search.", 4_600),
  },
  terminal: {
    backend: choiceOrName(["local", "docker", "ssh", "singularity", "modal", "daytona", "vercel-sandbox"], "Where commands run and files live; also the name of a backend of a plug-in.", "local"),
    cwd: text("Folder to work in, there. Without one: local, the folder in which Hermes is started; ssh, the home folder; containers, /workspace."),
    timeout: seconds("Seconds that a command may take.", 180),
    wall: choice(["workspace", "open"], "workspace: commands write to the workspace, to temporary files and to caches, held by the system where it can; open: nothing holds them.", "workspace"),
    network: choice(["listed", "host"], "listed: behind the wall commands reach package registries, remotes of the repository, and what is open; host: whatever this machine reaches.", "listed"),
    open_hosts: names("Hosts that commands reach behind the wall: name, *.zone, name:port; also servers of this machine, as localhost:5432.", []),
    env_passthrough: names("Variables that commands get to see beside the harmless ones.", []),
    docker_image: text("Image of the containers; needs a POSIX sh. Without one, python:3.13-slim."),
    docker_binary: text("Client: docker, podman, or a path. Without one, what is there."),
    docker_volumes: names("Folders that containers get: /here:/there or /here:/there:ro.", []),
    docker_mount_cwd_to_workspace: flag("Containers get the folder in which Hermes is started, at /workspace, for writing too.", false),
    docker_forward_env: names("Variables that commands in containers get; also secrets. No others get in.", []),
    docker_network: text("Network of the containers: listed (the hosts that commands on this machine reach behind the wall, and no others; the image needs perl or python3), bridge, none, or a name. Without one, listed where it can be had, else bridge."),
    docker_run_as_host_user: flag("Commands in containers have the user id of whoever runs Hermes.", false),
    docker_extra_args: names("Further arguments of docker run; they can undo what fences containers in.", []),
    container_cpu: amount("Processors that a container may use.", 1),
    container_memory: whole("Megabytes of memory of a container.", 5_120),
    container_disk: whole("Megabytes that a container may write, where the daemon can limit it."),
    container_persistent: flag("Keep the container, with what was installed there, for the next start.", true),
    singularity_image: text("Image of the instances: a file, a folder, or an address such as docker://alpine."),
    modal_image: text("Image of the sandboxes of Modal. Without one, python:3.13-slim."),
    daytona_image: text("Image of the sandboxes of Daytona. Without one, the snapshot that Daytona takes by itself."),
    vercel_image: text("Image of the sandboxes of Vercel. Without one, that of Vercel."),
    ssh_host: text("Host to work on, or its name in the configuration of ssh."),
    ssh_user: text("User there."),
    ssh_port: whole("Port there."),
    ssh_key: text("File of the private key. Without one, what the configuration and the agent of ssh offer."),
    ssh_host_keys: choice(["strict", "accept-new"], "strict: only known hosts; accept-new: remember a host that was never seen.", "strict"),
    ssh_known_hosts: text("File of the known hosts. Without one, that of ssh."),
  },
  approvals: {
    mode: choice(["ask", "accept-edits", "plan", "auto", "yolo"], "ask: what is risky asks; accept-edits: edits don't; plan: nothing is changed; auto: a model decides; yolo: nothing asks.", "ask"),
    timeout: whole("Seconds that a question waits; then it is a no. Without it, as long as it takes."),
    gateway_timeout: whole("Seconds that a question in a chat waits; then it is a no.", 300),
  },
  permissions: {
    default: {},
    schema: () => z.record(z.string(), permissionRule()).describe("Rules such as terminal.*: ask, as in permissions.yaml."),
  },
  code_execution: {
    isolation: choice(["jail", "prefer-jail", "process"], "jail: scripts run in a jail or not at all; prefer-jail: without one JavaScript runs in Deno and Python does not; process: never in one.", "prefer-jail"),
    timeout: seconds("Seconds that a script may take.", 120),
    max_tool_calls: whole("Calls of tools that a script may make.", 50),
    memory: whole("Megabytes of memory of a script, where the system can limit it.", 1_024),
    start_ahead: flag("Have the next interpreter ready once a script has run.", true),
  },
  command_allowlist: names("Kinds of command that are allowed for good; read from files of the Python original.", []),
  display: {
    show_reasoning: flag("Show what the model thinks, where the provider tells.", false),
    final_response_markdown: choice(["render", "strip", "raw"], "Answers in a terminal. render: headings, lists, tables and code are drawn; strip: the same without colours; raw: as the model wrote them.", "render"),
    notify: choice(["bell", "desktop", "off"], "How you are called when a question waits, or a turn took more than ten seconds. desktop: a notification, where the terminal knows them (OSC 9).", "bell"),
    resume_display: choice(["full", "minimal"], "What is shown of a session that goes on. full: its last ten exchanges, shortened; minimal: one line.", "full"),
    personality: text("How new sessions speak: pirate, teacher, … or one of your own, as /personality lists them. Without one, as they do anyway."),
    skin: text("Colours and signs of the terminal: default, ares, mono, slate, … or a file in skins, as /skin lists them.", "default"),
    spinner: {
      faces: names("Signs that turn while Hermes works. Without any, dots that turn."),
      verbs: names("What Hermes is said to do while it works, such as thinking. Without any, working."),
    },
  },
  personalities: {
    default: {},
    schema: () => z.record(z.string(), personality()).describe("Personalities of your own by name, each a text that says how the agent speaks."),
  },
  memory: {
    memory_enabled: flag("Keep notes across conversations.", true),
    user_profile_enabled: flag("Keep notes about the user across conversations.", true),
    memory_char_limit: whole("Characters that the notes may have.", 2_200),
    user_char_limit: whole("Characters that the notes about the user may have.", 1_375),
    save_at_end: flag("When a conversation ends or is shortened, let the model save what is worth remembering, in one request.", true),
    provider: text("External memory beside the notes: none, honcho, or the name of a plug-in's memory.", "none"),
    honcho: {
      base_url: text("Address of a Honcho server of your own. Without one, Honcho's service, which needs HONCHO_API_KEY."),
      workspace: text("Workspace in Honcho.", "hermes"),
      peer: text("Your name in Honcho. Without one: user; on platforms that tell who it is, <platform>-<id>."),
      assistant: text("Name of the assistant in Honcho.", "hermes"),
    },
  },
  skills: {
    disabled: names("Skills that are never offered, by name.", []),
    platform_disabled: {
      default: {},
      schema: () => z.record(z.string(), names("Skills that are not offered on this platform, by name.").schema()).describe("The same, on one platform such as telegram."),
    },
    external_dirs: names("More folders with skills; they are read and never written. Each may begin with ~.", []),
    hub: {
      hosts: names("Sites whose skills the hub lists, by their /.well-known index: example.com.", []),
      marketplaces: names("Repositories with a marketplace of Claude plugins, owner/name. Without any, Anthropic's."),
      addresses: {
        github: text("Address of the API of GitHub, for a GitHub Enterprise."),
        github_raw: text("Address of the files of public repositories there."),
        github_site: text("Address of its pages for people."),
        clawhub: text("Address of ClawHub."),
        lobehub: text("Address of the skills of LobeHub."),
        lobehub_agents: text("Address of the agents of LobeHub."),
      },
    },
  },
  tool_output: {
    max_result_chars: whole("Characters of one result in the conversation; the middle of what is longer goes to a file. Twice as many for the calls of one answer.", 16_000),
    max_bytes: whole("Longest output of a command that is kept, in characters; more loses its middle.", 1_000_000),
    max_lines: whole("Most lines of a file in one reading.", 2_000),
    max_line_length: whole("Characters of a line; more is cut.", 2_000),
  },
  tool_loop_guardrails: {
    warnings_enabled: flag("Tell the model when it goes in circles.", true),
    hard_stop_enabled: flag("End the turn when it goes on in circles.", false),
    warn_after: {
      exact_failure: whole("Failures of the same call.", 2),
      same_tool_failure: whole("Failures of the same tool.", 3),
      idempotent_no_progress: whole("Identical results of the same reading call.", 2),
    },
  },
  prompt: {
    max_tokens: whole("Tokens that the system prompt may take, and never more than a quarter of the model's window. Over it the last of the layers below is shortened first.", 30_000),
    git_timeout: seconds("Seconds that git may take for the state of the working folder, when a conversation begins.", 0.15),
    layers: {
      context: whole("Tokens of AGENTS.md and its like.", 20_000),
      skills: whole("Tokens of the list of skills.", 1_400),
      profile: whole("Tokens of the notes about the user.", 2_000),
      learnings: whole("Tokens of the failures that were met before, and what worked.", 200),
      memory: whole("Tokens of the notes, and of an external memory.", 3_000),
      session: whole("Tokens about the session itself.", 100),
      workspace: whole("Tokens about the working folder: branch, changed files, last commits, background processes.", 300),
    },
  },
  compression: {
    enabled: flag("Condense the older part of a conversation before it outgrows the model's window. Off: only /compress does.", true),
    engine: text("What condenses it: builtin, or the name of a plug-in's context engine.", "builtin"),
    threshold: share("Share of the window, less the room for an answer, from which on it is condensed.", 0.8),
    target_ratio: share("Share of that which stays as it is: the newest part. More than 0.4 is taken as 0.4.", 0.25),
  },
  auxiliary: {
    default: {},
    schema: () => z.record(z.string(), auxiliarySettings()).describe("Models of side tasks such as compression. Without an entry, a task does without a model; what is condensed is then told by the model of the conversation."),
  },
  mcp_servers: {
    default: {},
    schema: () => z.record(z.string(), z.looseObject({}).describe("An MCP server; docs/mcp.md lists what it can say.")).describe("MCP servers by name, each with command, args and env, or with url and headers."),
  },
  hooks: {
    default: {},
    schema: hookSettings,
  },
  plugins: pluginFields,
  delegation: {
    max_iterations: whole("Requests that a child may send in one run.", 50),
    max_concurrent_children: whole("Children of one conversation that a call waits for, at once.", 3),
    max_async_children: whole("Children of one conversation in the background, at once.", 3),
    max_spawn_depth: whole("How deep children may go. 1: they have none of their own; a role has to give them the tool, too.", 2),
    child_timeout_seconds: amount("Seconds that a run of a child may take. 0: as long as it takes.", 0),
    model: text("Model of the children. Without one, that of the conversation."),
    provider: text("Its provider."),
    reasoning_effort: choice(["off", "minimal", "low", "medium", "high", "xhigh", "max"], "How hard they think. Without one, as the conversation does."),
  },
  mixture_of_agents: {
    reference_models: {
      default: [],
      schema: () => z.array(namedModel()).max(8).describe("Models that mixture_of_agents asks, at most eight: names, or provider, model, base_url, api_key or key_env. Without any there is no such tool."),
    },
    aggregator_model: {
      default: undefined,
      schema: () => namedModel().describe("The model that makes one answer of theirs: a name, or as above. Without one, that of the conversation."),
    },
    timeout: seconds("Seconds that each of these models may take.", 300),
  },
  mcp_server: {
    expose_tools: names("Tools and toolsets that programs may call by `hermes mcp serve`, besides conversations and ask_hermes. What would be asked is refused.", []),
  },
  security: {
    redact_secrets: flag("Take keys and passwords out of what tools give back.", true),
    website_blocklist: {
      enabled: flag("Keep web and browser tools away from the sites of this list.", false),
      domains: names("Sites: example.com with all below it, *.example.com for what is below it alone.", []),
      shared_files: names("Files with one such site a line; # begins a remark.", []),
    },
  },
  network: {
    allow_private: names("Hosts of one's own network that may be fetched from: nas.lan, localhost:8080, 10.1.0.0/16. Metadata services never.", []),
  },
  ...speechFields,
  web: {
    search_backend: text("Which service searches: brave, tavily, exa, firecrawl, parallel, searxng, duckduckgo, or the name of a plug-in's search; auto: the first that there is a key or an address for, else DuckDuckGo.", "auto"),
    addresses: {
      brave: text("Address of Brave Search, for a proxy of one's own."),
      tavily: text("Address of Tavily."),
      exa: text("Address of Exa."),
      firecrawl: text("Address of Firecrawl, also one's own."),
      parallel: text("Address of Parallel."),
      searxng: text("Address of a SearXNG that answers in JSON."),
      duckduckgo: text("Address of DuckDuckGo's page of results without scripts."),
    },
  },
  ...pictureFields,
  browser: {
    backend: choice(["auto", "local", "cdp", "browserbase"], "Which browser is used. local: Chromium of this machine; cdp: the one at browser.cdp_url; browserbase: one at Browserbase; auto: the first of them that there is.", "auto"),
    executable: text("Path of Chromium or Chrome. Without it, it is looked for."),
    headless: flag("Show no window.", true),
    profile: text("Name of a profile that is kept, so that logins last. Without one, every session begins with an empty browser."),
    cdp_url: text("Address of a browser that is reached by the Chrome DevTools Protocol, such as http://127.0.0.1:9222."),
    cdp_own_context: flag("Work in the tabs and logins that are open there, and not in a context of one's own.", false),
    browserbase_url: text("Address of Browserbase's API."),
    command_timeout: seconds("Seconds that an action in a page may take; loading one has at least 60.", 30),
    inactivity_timeout: seconds("Seconds without a call after which the pages of a session are closed.", 120),
    dialog_policy: choice(["must_respond", "auto_dismiss", "auto_accept"], "What happens to dialogs of pages. must_respond: the agent is told and answers.", "must_respond"),
    dialog_timeout_s: seconds("Seconds after which a dialog without an answer is dismissed.", 300),
  },
  state: {
    synchronous: choice(["normal", "full"], "What a message survives. full: a power cut, at half the speed; normal: the program's end.", "normal"),
  },
  timezone: timeZone("Time zone of schedules, quiet hours, and the times that are shown, such as Europe/Berlin. Without one, that of the system."),
  cron: {
    max_parallel_jobs: whole("Jobs that run at one time.", 3),
    timeout: seconds("Seconds that one run of a job may take, where the job says nothing else.", 1_800),
    script_timeout_seconds: seconds("Seconds that the script of a job may take.", 120),
    max_jobs: whole("Jobs that there can be.", 100),
    wrap_response: flag("Put the name of the job above its answer.", true),
    keep_history: whole("Days that receipts are kept. The newest 50 of each job stay.", 90),
  },
  heartbeat: {
    enabled: flag("Look at HEARTBEAT.md every now and then, while the gateway runs. Without that file nothing happens.", true),
    every: seconds("Minutes from one look to the next.", 30),
    quiet_hours: span("Hours without a heartbeat, such as 22:00-07:00."),
    target: text("Chat that the HEARTBEAT.md of the home is for, such as telegram or telegram:123. Without one, the home channels."),
  },
  gateway: {
    allowed_users: ids("Ids of users that may speak on every platform; *: everybody, as guests. They are owners nowhere: see platforms.<name>.owners.", []),
    allow_all_users: flag("Everybody may speak as a guest, where no list of users is set.", false),
    unauthorized_dm_behavior: choice(["pair", "ignore"], "What a stranger who writes to the agent gets. pair: a code for hermes pairing approve; ignore: nothing. Without it, pair where no list of users is set, else ignore."),
    user_toolsets: names("Toolsets of those who may speak and are no owners, of clarify, todo, web, vision, image_gen and tts. Without it, the first four."),
    guest_toolsets: names("Toolsets of guests, of the same ones. Without it, clarify and todo."),
    user_allowed_commands: names("Slash commands for those who are no owners, beside help, whoami, new, stop and status.", []),
    cwd: text("Folder to work in for owners that write from a chat. Without one, the home folder."),
    host: text("Address that its HTTP listener binds. Anything but loopback needs allowed_hosts.", "127.0.0.1"),
    port: whole("Port of its HTTP listener. Without it, 8644 where a platform is called (webhooks), else any that is free."),
    allowed_hosts: names("Names by which the listener is reached besides those of loopback. Routes of platforms, which check signatures, answer to any.", []),
    public_url: text("Address at which the listener is reached from outside, such as https://hermes.example.com: of a tunnel or a proxy."),
    group_sessions_per_user: flag("In a group everybody has a session of their own.", true),
    thread_sessions_per_user: flag("In a thread, too.", false),
    busy_mode: choice(["steer", "queue", "interrupt"], "What a message does that comes while the agent works. steer: it is told at the next step; queue: it waits; interrupt: it ends what runs.", "steer"),
    backlog: choice(["all", "newest", "summary"], "What is answered of what was written while the gateway was away.", "all"),
    session_reset: {
      mode: choice(["daily", "idle", "both", "none"], "When the session of a chat begins anew.", "both"),
      at_hour: hour("Hour of the day, here.", 4),
      idle_minutes: whole("Minutes without a message.", 1_440),
    },
    human_delay: {
      mode: choice(["off", "natural", "custom"], "A pause between messages of the agent, as people make.", "off"),
      min_ms: amount("Shortest pause in milliseconds.", 800),
      max_ms: amount("Longest pause in milliseconds.", 2_500),
    },
  },
  api: {
    enabled: flag("The gateway serves the API on its listener, as hermes serve does by itself.", false),
    host: text("Address that hermes serve binds. Anything but loopback needs a certificate, or the word --insecure.", "127.0.0.1"),
    port: whole("Port of hermes serve. Without it, any that is free."),
    key: text("Token of its owner; better in HERMES_API_TOKEN. Without it, one is made and kept in the home."),
    allowed_hosts: names("Names by which it is reached besides those of loopback.", []),
    cors_origins: names("Origins whose pages may call it, such as https://app.example.com.", []),
    model_name: text("Another name by which clients may ask for the agent with its own model."),
  },
  platforms: {
    default: {},
    schema: platformSettings,
  },
};

/** A text, or the parts that the Python original keeps apart. */
function personality(): z.ZodType<Settings["personalities"][string]> {
  const part = z.string().optional();
  const parts = z.looseObject({ description: part, system_prompt: part, tone: part, style: part });
  return z.union([z.string(), parts]).describe("How the agent speaks.");
}

function permissionRule(): z.ZodType<unknown> {
  const rule = z.union([z.enum(["allow", "ask", "deny"]), z.record(z.string(), z.unknown())]);
  return rule.describe("What holds for it: allow, ask or deny. Under platforms: rules for each.");
}
