import type {
  AuxiliarySettings,
  FallbackSettings,
  LoginSettings,
  ModelOverride,
  ModelSettings,
  NamedModelSettings,
  ProviderRoutingSettings,
} from "./model-settings.ts";
import type { GatewaySettings, PlatformSettings } from "./gateway-settings.ts";
import type { HookSettings } from "./hook-settings.ts";

/** What a person has decided, with a default for everything else. Keys are those of `config.yaml`. */
export interface Settings {
  readonly model: ModelSettings;
  /** Which of the providers behind OpenRouter may answer, for models that are had there. */
  readonly provider_routing: ProviderRoutingSettings;
  /** What is known better here than in the catalogue, by name of the model. */
  readonly models: Readonly<Record<string, ModelOverride>>;
  /** Asked in this order when the model before fails. */
  readonly fallback_providers: readonly FallbackSettings[];
  /** How to log in, by id of the provider. */
  readonly logins: Readonly<Record<string, LoginSettings>>;
  readonly agent: {
    readonly max_turns: number;
    readonly ignore_rules: boolean;
    /** Seconds. */
    readonly clarify_timeout: number;
  };
  /** What may be spent, by whom. */
  readonly budget: {
    readonly request: Omit<BudgetSettings, "requests">;
    readonly turn: BudgetSettings;
    readonly session: BudgetSettings;
    readonly tree: BudgetSettings;
    readonly job: BudgetSettings;
    readonly day: BudgetSettings;
  };
  readonly toolsets?: readonly string[] | undefined;
  readonly disabled_toolsets: readonly string[];
  /** By name of the platform; in place of `toolsets`. */
  readonly platform_toolsets: Readonly<Record<string, readonly string[]>>;
  readonly tools: {
    /** Tokens of the definitions in every request. */
    readonly max_tokens: number;
  };
  readonly terminal: {
    /** One that comes with Hermes, or of a plug-in. */
    readonly backend: string;
    readonly cwd?: string | undefined;
    /** Seconds. */
    readonly timeout: number;
    /** What holds the commands of this machine. */
    readonly wall: "workspace" | "open";
    /** What they reach behind the wall. */
    readonly network: "listed" | "host";
    readonly open_hosts: readonly string[];
    readonly env_passthrough: readonly string[];
    readonly docker_image?: string | undefined;
    readonly docker_binary?: string | undefined;
    readonly docker_volumes: readonly string[];
    readonly docker_mount_cwd_to_workspace: boolean;
    readonly docker_forward_env: readonly string[];
    readonly docker_network?: string | undefined;
    readonly docker_run_as_host_user: boolean;
    readonly docker_extra_args: readonly string[];
    readonly container_cpu: number;
    /** Megabytes. */
    readonly container_memory: number;
    /** Megabytes. */
    readonly container_disk?: number | undefined;
    readonly container_persistent: boolean;
    readonly singularity_image?: string | undefined;
    readonly modal_image?: string | undefined;
    readonly daytona_image?: string | undefined;
    readonly vercel_image?: string | undefined;
    readonly ssh_host?: string | undefined;
    readonly ssh_user?: string | undefined;
    readonly ssh_port?: number | undefined;
    readonly ssh_key?: string | undefined;
    readonly ssh_host_keys: "strict" | "accept-new";
    readonly ssh_known_hosts?: string | undefined;
  };
  readonly approvals: {
    readonly mode: "ask" | "accept-edits" | "plan" | "auto" | "yolo";
    /** Seconds. */
    readonly timeout?: number | undefined;
    /** Seconds, in chats. */
    readonly gateway_timeout: number;
  };
  /** Rules as in `permissions.yaml`; checked by whoever decides. */
  readonly permissions: Readonly<Record<string, unknown>>;
  readonly code_execution: {
    readonly isolation: "jail" | "prefer-jail" | "process";
    /** Seconds. */
    readonly timeout: number;
    readonly max_tool_calls: number;
    /** Megabytes. */
    readonly memory: number;
    readonly start_ahead: boolean;
  };
  /** What the Python original keeps of its approvals. */
  readonly command_allowlist: readonly string[];
  readonly display: {
    readonly show_reasoning: boolean;
    readonly final_response_markdown: "render" | "strip" | "raw";
    readonly notify: "bell" | "desktop" | "off";
    readonly resume_display: "full" | "minimal";
    /** Name of the manner of speaking of new sessions. */
    readonly personality?: string | undefined;
    /** Name of the colours and signs of a terminal. */
    readonly skin: string;
    readonly spinner: {
      readonly faces?: readonly string[] | undefined;
      readonly verbs?: readonly string[] | undefined;
    };
  };
  /** How the agent can speak, by name. */
  readonly personalities: Readonly<
    Record<
      string,
      | string
      | {
          readonly description?: string | undefined;
          readonly system_prompt?: string | undefined;
          readonly tone?: string | undefined;
          readonly style?: string | undefined;
        }
    >
  >;
  readonly memory: {
    readonly memory_enabled: boolean;
    readonly user_profile_enabled: boolean;
    readonly memory_char_limit: number;
    readonly user_char_limit: number;
    readonly save_at_end: boolean;
    /** `none` (or empty), `honcho`. */
    readonly provider: string;
    readonly honcho: {
      readonly base_url: string | undefined;
      readonly workspace: string;
      readonly peer: string | undefined;
      readonly assistant: string;
    };
  };
  readonly skills: {
    readonly disabled: readonly string[];
    /** By name of the platform; on top of `disabled`. */
    readonly platform_disabled: Readonly<Record<string, readonly string[]>>;
    readonly external_dirs: readonly string[];
    readonly hub: {
      readonly hosts: readonly string[];
      readonly marketplaces?: readonly string[] | undefined;
      readonly addresses: {
        readonly github?: string | undefined;
        readonly github_raw?: string | undefined;
        readonly github_site?: string | undefined;
        readonly clawhub?: string | undefined;
        readonly lobehub?: string | undefined;
        readonly lobehub_agents?: string | undefined;
      };
    };
  };
  readonly tool_output: {
    readonly max_result_chars: number;
    readonly max_bytes: number;
    readonly max_lines: number;
    readonly max_line_length: number;
  };
  readonly tool_loop_guardrails: {
    readonly warnings_enabled: boolean;
    readonly hard_stop_enabled: boolean;
    readonly warn_after: {
      readonly exact_failure: number;
      readonly same_tool_failure: number;
      readonly idempotent_no_progress: number;
    };
  };
  readonly prompt: {
    /** Tokens. */
    readonly max_tokens: number;
    /** Seconds. */
    readonly git_timeout: number;
    /** Tokens. */
    readonly layers: {
      readonly context: number;
      readonly skills: number;
      readonly profile: number;
      readonly learnings: number;
      readonly memory: number;
      readonly session: number;
      readonly workspace: number;
    };
  };
  readonly compression: {
    readonly enabled: boolean;
    /** `builtin`, or a context engine of a plug-in. */
    readonly engine: string;
    /** Of the window, less the room for an answer; above 0, at most 1. */
    readonly threshold: number;
    /** Of what the threshold leaves for messages, the newest part; above 0, at most 1. */
    readonly target_ratio: number;
  };
  /** By task: `compression`, `title`, … */
  readonly auxiliary: Readonly<Record<string, AuxiliarySettings>>;
  /** By name, as they are written: whoever uses them checks each by itself. */
  readonly mcp_servers: Readonly<Record<string, unknown>>;
  /** By event: programs that are told of it. */
  readonly hooks: Readonly<Record<string, readonly HookSettings[]>>;
  /** Parts of others. */
  readonly plugins: {
    /** Names; whatever a person agreed to. */
    readonly disabled: readonly string[];
    /** By name of the plug-in, then by key of its manifest. */
    readonly settings: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  };
  /** Of the agents that a conversation hands work to. */
  readonly delegation: {
    /** Requests of one run. */
    readonly max_iterations: number;
    /** That a call waits for, at once. */
    readonly max_concurrent_children: number;
    /** In the background at once. */
    readonly max_async_children: number;
    /** 1: children have none of their own. */
    readonly max_spawn_depth: number;
    /** 0: a run may take as long as it takes. */
    readonly child_timeout_seconds: number;
    /** Undefined: that of the conversation. */
    readonly model?: string | undefined;
    readonly provider?: string | undefined;
    readonly reasoning_effort?: ModelSettings["reasoning_effort"];
  };
  /** Without reference models there is no such tool. */
  readonly mixture_of_agents: {
    readonly reference_models: readonly NamedModelSettings[];
    /** Undefined: the model of the conversation. */
    readonly aggregator_model?: NamedModelSettings | undefined;
    /** Seconds. */
    readonly timeout: number;
  };
  /** What `hermes mcp serve` offers to other programs. */
  readonly mcp_server: {
    /** Names of tools and of toolsets. */
    readonly expose_tools: readonly string[];
  };
  readonly security: {
    readonly redact_secrets: boolean;
    /** Web sites that no tool reads. */
    readonly website_blocklist: {
      readonly enabled: boolean;
      readonly domains: readonly string[];
      /** Paths; one rule a line. */
      readonly shared_files: readonly string[];
    };
  };
  readonly network: { readonly allow_private: readonly string[] };
  readonly web: {
    /** `auto`, or the name of a search service. */
    readonly search_backend: string;
    /** Of search services, in place of their own. */
    readonly addresses: {
      readonly brave?: string | undefined;
      readonly tavily?: string | undefined;
      readonly exa?: string | undefined;
      readonly firecrawl?: string | undefined;
      readonly parallel?: string | undefined;
      readonly searxng?: string | undefined;
      readonly duckduckgo?: string | undefined;
    };
  };
  readonly tts: {
    /** `auto`, `espeak`, `openai`, `elevenlabs`, or a voice of a plug-in. */
    readonly provider: string;
    readonly voice?: string | undefined;
    readonly model?: string | undefined;
    readonly base_url?: string | undefined;
  };
  readonly stt: {
    readonly enabled: boolean;
    /** `auto`, `command`, `local`, `openai`, `groq`, or a transcriber of a plug-in. */
    readonly provider: string;
    readonly model?: string | undefined;
    readonly base_url?: string | undefined;
    /** A program and its arguments; `{input}` stands for the recording. */
    readonly command: readonly string[];
  };
  readonly voice: {
    /** Answers to voice messages in chats are spoken, too. */
    readonly auto_tts: boolean;
    /** Begins and ends a recording in the terminal, such as `ctrl+b`. */
    readonly record_key: string;
    /** A program and its arguments; `{output}` stands for the WAV file. Empty: one that is installed. */
    readonly record_command: readonly string[];
    readonly max_recording_seconds: number;
  };
  readonly image_gen: {
    readonly provider: "auto" | "fal" | "openai";
    readonly model?: string | undefined;
    readonly base_url?: string | undefined;
  };
  readonly browser: {
    readonly backend: "auto" | "local" | "cdp" | "browserbase";
    /** Path of Chromium or Chrome. */
    readonly executable?: string | undefined;
    readonly headless: boolean;
    /** Name of the kept profile. */
    readonly profile?: string | undefined;
    readonly cdp_url?: string | undefined;
    /** Work in the tabs and logins of the person's own browser. */
    readonly cdp_own_context: boolean;
    readonly browserbase_url?: string | undefined;
    /** Seconds. */
    readonly command_timeout: number;
    /** Seconds. */
    readonly inactivity_timeout: number;
    readonly dialog_policy: "must_respond" | "auto_dismiss" | "auto_accept";
    /** Seconds. */
    readonly dialog_timeout_s: number;
  };
  readonly state: { readonly synchronous: "normal" | "full" };
  /** Of schedules, quiet hours and shown times, as IANA names it. Undefined: that of the system. */
  readonly timezone?: string | undefined;
  readonly cron: {
    readonly max_parallel_jobs: number;
    /** Seconds of one run. */
    readonly timeout: number;
    /** Seconds. */
    readonly script_timeout_seconds: number;
    readonly max_jobs: number;
    readonly wrap_response: boolean;
    /** Days. */
    readonly keep_history: number;
  };
  readonly heartbeat: {
    readonly enabled: boolean;
    /** Minutes. */
    readonly every: number;
    /** Such as `22:00-07:00`. */
    readonly quiet_hours?: string | undefined;
    /** A target of deliveries. Undefined: the home channels. */
    readonly target?: string | undefined;
  };
  /** What holds for every chat platform. */
  readonly gateway: GatewaySettings;
  /** Of the API server. */
  readonly api: {
    /** On the listener of the gateway. */
    readonly enabled: boolean;
    readonly host: string;
    readonly port?: number | undefined;
    /** Token of the owner. */
    readonly key?: string | undefined;
    readonly allowed_hosts: readonly string[];
    readonly cors_origins: readonly string[];
    readonly model_name?: string | undefined;
  };
  /** By name: `telegram`, `local`, … */
  readonly platforms: Readonly<Record<string, PlatformSettings>>;
}

/** Absent: any amount. */
export interface BudgetSettings {
  /** US dollars. */
  readonly usd?: number | undefined;
  readonly tokens?: number | undefined;
  readonly requests?: number | undefined;
}
