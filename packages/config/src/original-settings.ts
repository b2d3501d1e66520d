import { getAt, isTree, setAt } from "./settings-tree.ts";
import type { SettingsPath, SettingsTree } from "./settings-tree.ts";

// Keys of the Python original's file that have no effect here, by section. A file from there is read without a word
// about each of them.
// oxfmt-ignore
const withoutEffect: Readonly<Record<string, string>> = {
  "": "providers custom_providers credential_pool_strategies max_concurrent_sessions context_file_max_chars file_read_max_chars prefill_messages_file quick_commands hooks_auto_accept honcho paste_collapse_threshold paste_collapse_threshold_fallback paste_collapse_char_threshold _config_version checkpoints prompt_caching openrouter bedrock dashboard privacy context goals curator slack mattermost matrix discord telegram whatsapp signal email homeassistant kanban logging model_catalog streaming sessions onboarding updates lsp x_search secrets smart_model_routing",
  model: "api_mode supports_vision",
  agent: "gateway_timeout gateway_timeout_warning restart_drain_timeout api_max_retries service_tier tool_use_enforcement task_completion_guidance environment_probe environment_hint coding_context gateway_notify_interval gateway_auto_continue_freshness image_input_mode system_prompt verbose",
  terminal: "modal_mode home_mode shell_init_files auto_source_bashrc docker_env persistent_shell lifetime_seconds sandbox_dir sudo_password",
  tools: "tool_search",
  code_execution: "mode",
  delegation: "orchestrator_enabled inherit_mcp_toolsets subagent_auto_approve base_url api_key api_mode",
  approvals: "cron_mode mcp_reload_confirm destructive_slash_confirm",
  display: "compact resume_exchanges resume_max_user_chars resume_max_assistant_chars resume_max_assistant_lines resume_skip_tool_only interface tui_auto_resume_recent tui_agents_nudge bell_on_complete memory_notifications streaming timestamps persistent_output persistent_output_max_lines persist_prompts inline_diffs file_mutation_verifier credits_notices turn_completion_explainer show_cost language tui_status_indicator user_message_preview interim_assistant_messages tool_progress tool_progress_command tool_progress_overrides tool_preview_length tool_progress_grouping ephemeral_system_ttl platforms runtime_footer copy_shortcut background_process_notifications",
  gateway: "message_timestamps strict media_delivery_allow_dirs trust_recent_files trust_recent_files_seconds platforms",
  "gateway.session_reset": "notify notify_exclude_platforms bg_process_max_age_hours",
  tts: "edge elevenlabs openai gemini xai mistral minimax neutts piper kittentts providers",
  stt: "local openai groq mistral elevenlabs xai providers",
  voice: "beep_enabled silence_threshold silence_duration",
  web: "extract_backend",
  browser: "record_sessions allow_private_urls engine auto_local_for_private_urls camofox",
  security: "allow_private_urls tirith_enabled tirith_path tirith_timeout tirith_fail_open acked_advisories allow_lazy_installs",
  memory: "write_approval nudge_interval flush_min_turns",
  skills: "template_vars inline_shell inline_shell_timeout guard_agent_created write_approval creation_nudge_interval config",
  tool_loop_guardrails: "hard_stop_after",
  compression: "protect_first_n protect_last_n abort_on_summary_failure hygiene_hard_message_limit codex_gpt55_autoraise",
  plugins: "enabled",
  "auxiliary.*": "download_timeout extra_body",
};

/** Whether the original knows a key that has no effect here. */
export function isOriginalKey(path: readonly string[]): boolean {
  const section = path.slice(0, -1);
  const pattern = section[0] === "auxiliary" && section.length === 2 ? "auxiliary.*" : section.join(".");
  return withoutEffect[pattern]?.split(" ").includes(path.at(-1) ?? "") ?? false;
}

/** Names of side tasks in the original, each with the one here. */
export const formerTasks: Readonly<Record<string, string>> = {
  title_generation: "title",
  skills_hub: "skill_audit",
};

/** Keys that the original keeps elsewhere, each with its place here, in the order in which they are moved. */
export const movesOfOriginal: readonly (readonly [from: readonly string[], to: readonly string[]])[] = [
  [["agent", "disabled_toolsets"], ["disabled_toolsets"]],
  [["fallback_model"], ["fallback_providers"]],
  [
    ["web", "backend"],
    ["web", "search_backend"],
  ],
  [["agent", "personalities"], ["personalities"]],
  [
    ["terminal", "env_type"],
    ["terminal", "backend"],
  ],
  [
    ["compression", "summary_model"],
    ["auxiliary", "compression", "model"],
  ],
  [
    ["compression", "summary_provider"],
    ["auxiliary", "compression", "provider"],
  ],
  [
    ["compression", "summary_base_url"],
    ["auxiliary", "compression", "base_url"],
  ],
  ...Object.entries(formerTasks).map(
    ([former, task]) =>
      [
        ["auxiliary", former],
        ["auxiliary", task],
      ] as const,
  ),
  ...["group_sessions_per_user", "thread_sessions_per_user", "unauthorized_dm_behavior"].map(
    (key) => [[key], ["gateway", key]] as const,
  ),
  [["session_reset"], ["gateway", "session_reset"]],
  [["human_delay"], ["gateway", "human_delay"]],
  [
    ["display", "busy_input_mode"],
    ["gateway", "busy_mode"],
  ],
  ...[
    "telegram",
    "discord",
    "slack",
    "whatsapp",
    "signal",
    "matrix",
    "mattermost",
    "homeassistant",
    "webhook",
  ].flatMap((name) => [
    [
      ["gateway", "platforms", name],
      ["platforms", name],
    ] as const,
    [[name], ["platforms", name]] as const,
  ]),
  [
    ["agent", "reasoning_effort"],
    ["model", "reasoning_effort"],
  ],
];

/** Where the original keeps a setting that has another place here. */
export function legacyPath(path: SettingsPath): readonly string[] | undefined {
  return movesOfOriginal.find(([, to]) => to.join(".") === path.join("."))?.[0];
}

/** Every place in which the original keeps a setting, or a section around it. */
export function formerPaths(path: readonly string[]): readonly (readonly string[])[] {
  return movesOfOriginal
    .filter(([, to]) => to.every((key, index) => path[index] === key))
    .map(([from, to]) => [...from, ...path.slice(to.length)]);
}

/** Where a key of the original, or one below it, is here; undefined where it did not move. */
export function currentPath(path: readonly string[]): readonly string[] | undefined {
  const found = movesOfOriginal.find(([from]) => from.every((key, index) => path[index] === key));
  return found && [...found[1], ...path.slice(found[0].length)];
}

// Values of the original that have another name here. `false` is what its files say where a person wrote `off`.
const renamed: readonly (readonly [path: readonly string[], from: unknown, to: unknown])[] = [
  [["approvals", "mode"], false, "yolo"],
  [["approvals", "mode"], "off", "yolo"],
  [["approvals", "mode"], "manual", "ask"],
  [["approvals", "mode"], "smart", "auto"],
  [["model", "reasoning_effort"], false, "off"],
  [["model", "reasoning_effort"], "none", "off"],
  [["terminal", "cwd"], ".", undefined],
  [["terminal", "backend"], "vercel_sandbox", "vercel-sandbox"],
  // An empty text is the original's word for the first that there is.
  [["web", "search_backend"], "", undefined],
  // What speaks and transcribes only there: here, the first that there is.
  ...["edge", "minimax", "xai", "mistral", "gemini", "neutts", "kittentts", "piper"].map(
    (name) => [["tts", "provider"], name, "auto"] as const,
  ),
  ...["mistral", "xai", "elevenlabs"].map((name) => [["stt", "provider"], name, "auto"] as const),
  [["web", "search_backend"], "brave-free", "brave"],
  [["web", "search_backend"], "ddgs", "duckduckgo"],
  [["browser", "cdp_url"], "", undefined],
  [["display", "skin"], "", undefined],
  [["timezone"], "", undefined],
];

/** Values of a tree, whose keys have their places here, that have another name here. */
export function renamedValues(
  tree: SettingsTree,
): readonly { readonly path: readonly string[]; readonly from: unknown; readonly to: unknown }[] {
  return renamed.flatMap(([path, from, to]) => (getAt(tree, path) === from ? [{ path, from, to }] : []));
}

/** Reads a tree of the original as one of ours. A setting in its own place wins over one in its old place. */
export function adoptOriginal(tree: SettingsTree): SettingsTree {
  // A model may be written as its bare name.
  let adopted = typeof tree["model"] === "string" ? { ...tree, model: { default: tree["model"] } } : tree;
  for (const [from, to] of movesOfOriginal) {
    const value = getAt(adopted, from);
    const section = getAt(adopted, from.slice(0, -1));
    if (value === undefined || !isTree(section)) continue;
    const { [from.at(-1) ?? ""]: _, ...rest } = section;
    adopted = from.length === 1 ? rest : setAt(adopted, from.slice(0, -1), rest);
    const here = getAt(adopted, to);
    if (here === undefined) adopted = setAt(adopted, to, value);
    else if (isTree(here) && isTree(value)) adopted = setAt(adopted, to, { ...value, ...here });
  }
  for (const [path, from, to] of renamed)
    if (getAt(adopted, path) === from) adopted = setAt(adopted, path, to);
  return adopted;
}
