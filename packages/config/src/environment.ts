import type { EnvironmentVariable } from "./environment-variable.ts";
import { toFlag } from "./to-flag.ts";

/** A variable that takes the place of a setting. */
export interface Override extends EnvironmentVariable {
  readonly setting: string;
  /** The value of the setting; undefined: none. @default the text itself */
  readonly toValue?: (text: string) => unknown;
}

// The last one of two that overrule the same setting wins.
// oxfmt-ignore
export const overrides: readonly Override[] = [
  { name: "HERMES_INFERENCE_MODEL", setting: "model.default", meaning: "Name of the model." },
  { name: "HERMES_MODEL", setting: "model.default", meaning: "Name of the model." },
  { name: "HERMES_MAX_ITERATIONS", setting: "agent.max_turns", meaning: "Requests to the model that one message may cause." },
  { name: "HERMES_IGNORE_RULES", setting: "agent.ignore_rules", meaning: "1: leave out AGENTS.md, SOUL.md, memory and skills." },
  { name: "HERMES_YOLO_MODE", setting: "approvals.mode", meaning: "1: dangerous commands run without a question.", toValue: yoloWhenOn },
  { name: "TERMINAL_ENV", setting: "terminal.backend", meaning: "Where commands run." },
  { name: "TERMINAL_CWD", setting: "terminal.cwd", meaning: "Folder to work in." },
  { name: "TERMINAL_WALL", setting: "terminal.wall", meaning: "workspace or open: what holds the commands of this machine." },
  { name: "TERMINAL_DOCKER_IMAGE", setting: "terminal.docker_image", meaning: "Image of the containers." },
  { name: "HERMES_DOCKER_BINARY", setting: "terminal.docker_binary", meaning: "docker, podman, or a path." },
  { name: "TERMINAL_DOCKER_VOLUMES", setting: "terminal.docker_volumes", meaning: "Folders that containers get." },
  { name: "TERMINAL_DOCKER_FORWARD_ENV", setting: "terminal.docker_forward_env", meaning: "Variables that containers get." },
  { name: "TERMINAL_DOCKER_MOUNT_CWD_TO_WORKSPACE", setting: "terminal.docker_mount_cwd_to_workspace", meaning: "1: containers get the folder." },
  { name: "TERMINAL_DOCKER_RUN_AS_HOST_USER", setting: "terminal.docker_run_as_host_user", meaning: "1: with the user id of here." },
  { name: "TERMINAL_DOCKER_EXTRA_ARGS", setting: "terminal.docker_extra_args", meaning: "Further arguments of docker run." },
  { name: "TERMINAL_CONTAINER_CPU", setting: "terminal.container_cpu", meaning: "Processors of a container." },
  { name: "TERMINAL_CONTAINER_MEMORY", setting: "terminal.container_memory", meaning: "Megabytes of memory." },
  { name: "TERMINAL_CONTAINER_DISK", setting: "terminal.container_disk", meaning: "Megabytes of disk." },
  { name: "TERMINAL_CONTAINER_PERSISTENT", setting: "terminal.container_persistent", meaning: "1: keep the container." },
  { name: "TERMINAL_SINGULARITY_IMAGE", setting: "terminal.singularity_image", meaning: "Image of the instances." },
  { name: "TERMINAL_MODAL_IMAGE", setting: "terminal.modal_image", meaning: "Image of the sandboxes of Modal." },
  { name: "TERMINAL_DAYTONA_IMAGE", setting: "terminal.daytona_image", meaning: "Image of the sandboxes of Daytona." },
  { name: "TERMINAL_SSH_HOST", setting: "terminal.ssh_host", meaning: "Host to work on." },
  { name: "TERMINAL_SSH_USER", setting: "terminal.ssh_user", meaning: "User there." },
  { name: "TERMINAL_SSH_PORT", setting: "terminal.ssh_port", meaning: "Port there." },
  { name: "TERMINAL_SSH_KEY", setting: "terminal.ssh_key", meaning: "File of the private key." },
  { name: "GATEWAY_ALLOWED_USERS", setting: "gateway.allowed_users", meaning: "Ids of users that may speak on every platform; *: everybody." },
  { name: "GATEWAY_ALLOW_ALL_USERS", setting: "gateway.allow_all_users", meaning: "1: everybody may speak, where no list of users is set." },
  { name: "MESSAGING_CWD", setting: "gateway.cwd", meaning: "Folder to work in for owners that write from a chat." },
  { name: "WEBHOOK_PORT", setting: "gateway.port", meaning: "Port of the gateway's HTTP listener." },
  { name: "GATEWAY_PUBLIC_URL", setting: "gateway.public_url", meaning: "Address at which the listener is reached from outside: of a tunnel or a proxy." },
  { name: "API_SERVER_ENABLED", setting: "api.enabled", meaning: "1: the gateway serves the API on its listener." },
  { name: "API_SERVER_HOST", setting: "api.host", meaning: "Address that hermes serve binds." },
  { name: "API_SERVER_PORT", setting: "api.port", meaning: "Port of hermes serve." },
  { name: "API_SERVER_KEY", setting: "api.key", meaning: "Token of the owner of the API." },
  { name: "HERMES_API_TOKEN", setting: "api.key", meaning: "Token of the owner of the API." },
  { name: "API_SERVER_CORS_ORIGINS", setting: "api.cors_origins", meaning: "Origins whose pages may call the API." },
  { name: "API_SERVER_MODEL_NAME", setting: "api.model_name", meaning: "Another name by which clients of the API may ask for the agent." },
  { name: "HERMES_HUMAN_DELAY_MODE", setting: "gateway.human_delay.mode", meaning: "off, natural or custom: a pause between messages." },
  { name: "HERMES_HUMAN_DELAY_MIN_MS", setting: "gateway.human_delay.min_ms", meaning: "Shortest pause, in milliseconds." },
  { name: "HERMES_HUMAN_DELAY_MAX_MS", setting: "gateway.human_delay.max_ms", meaning: "Longest pause, in milliseconds." },
  { name: "HERMES_TIMEZONE", setting: "timezone", meaning: "Time zone of schedules and of times that are shown, such as Europe/Berlin." },
  { name: "HERMES_CRON_MAX_PARALLEL", setting: "cron.max_parallel_jobs", meaning: "Jobs that run at one time." },
  { name: "HERMES_CRON_TIMEOUT", setting: "cron.timeout", meaning: "Seconds that one run of a job may take." },
  { name: "HERMES_CRON_SCRIPT_TIMEOUT", setting: "cron.script_timeout_seconds", meaning: "Seconds that the script of a job may take." },
  { name: "BROWSER_CDP_URL", setting: "browser.cdp_url", meaning: "Address of a browser with the Chrome DevTools Protocol." },
  { name: "TERMINAL_TIMEOUT", setting: "terminal.timeout", meaning: "Seconds that a command may take." },
];

function yoloWhenOn(text: string): unknown {
  return toFlag(text) === true ? "yolo" : undefined;
}

/** A setting that the environment overrules. */
export interface EnvironmentSetting {
  readonly variable: string;
  readonly path: readonly string[];
  readonly value: unknown;
}

/** What an environment says about settings. Empty variables say nothing. */
export function settingsFrom(
  env: Readonly<Record<string, string | undefined>>,
): readonly EnvironmentSetting[] {
  return overrides.flatMap(({ name, setting, toValue = (text: string): unknown => text }) => {
    const text = env[name]?.trim() ?? "";
    const value = text === "" ? undefined : toValue(text);
    return value === undefined ? [] : [{ variable: name, path: setting.split("."), value }];
  });
}

/** Whether `config.yaml` stays unread. */
export function ignoresConfig(env: Readonly<Record<string, string | undefined>>): boolean {
  return toFlag(env["HERMES_IGNORE_USER_CONFIG"]) === true;
}

/** Whether what others wrote stays unused. */
export function isSafeMode(env: Readonly<Record<string, string | undefined>>): boolean {
  return toFlag(env["HERMES_SAFE_MODE"]) === true;
}

/** The folder that the environment names as home; undefined: none. */
export function homeFrom(env: Readonly<Record<string, string | undefined>>): string | undefined {
  return env["HERMES_HOME"]?.trim() || undefined;
}

/** The person's own folder. */
export function userFolderFrom(env: Readonly<Record<string, string | undefined>>): string | undefined {
  return env["HOME"] || env["USERPROFILE"] || undefined;
}
