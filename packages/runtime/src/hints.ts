import type { ProgramTask } from "@hermes/agent-loop/controller";
import type { ModelChoice, NoModel } from "@hermes/models";
import { pluginsGiveMore } from "./plugins/builtin-names.ts";

/** What is known of a failure: an error of a library, or what a turn ended with. */
export interface FailureFacts {
  readonly code?: string | undefined;
  readonly hint?: string | undefined;
  readonly data?: Readonly<Record<string, unknown>> | undefined;
}

type Data = Readonly<Record<string, unknown>>;

const restore =
  "Keep the file and its -wal beside it. `hermes restore` puts a snapshot or a backup in its place.";
const keys = "See hermes auth list.";

/**
 * What to do at the command line, by the code of an error: libraries know no commands and no `config.yaml`. A row
 * that does not fit the data leaves the error's own hint.
 */
const rows: Readonly<Record<string, (data: Data) => string | undefined>> = {
  APPROVAL_NOT_FOUND: () => "`hermes approvals list` shows those that wait for an answer.",
  AUTH_FILE_INVALID: () => "Correct it, or move it away and add the keys again with hermes auth add.",
  AUTH_KEY_KNOWN: () => keys,
  AUTH_NO_SUCH_KEY: () => keys,
  CRON_DONE: (data) =>
    said(data, "name", (name) => `Give it times: hermes cron edit "${name}" --schedule "every day at 9".`),
  CRON_NO_JOB: (data) => (data["near"] === undefined ? "`hermes cron list` shows them." : undefined),
  CRON_TOO_MANY: () => "Remove one with hermes cron remove NAME, or raise cron.max_jobs in config.yaml.",
  HUB_BAD_SNAPSHOT: () => "Make one with: hermes skills snapshot export <file>.",
  HUB_NOT_FOUND: (data) =>
    said(
      data,
      "reference",
      (reference) => `Look at it, then install it by itself: hermes skills install ${reference}.`,
    ),
  JAIL_LIMITS_FAILED: () => "See the cause; hermes doctor tells what this machine offers.",
  LOGIN_DENIED: tryAgain,
  LOGIN_EXPIRED: tryAgain,
  LOGIN_NO_CLIENT: registerClient,
  LOGIN_REFUSED: (data) =>
    data["isAboutClient"] === true ? checkClient(data) : (logInAnew(data) ?? tryAgain(data)),
  LOGIN_UNKNOWN: (data) =>
    said(data, "provider", (provider) =>
      data["over"] === true
        ? `Log in again: hermes login ${provider}`
        : `${said(data, "logins", (logins) => `There are logins to ${logins}. `) ?? ""}For a key: hermes auth add ${provider}. For a server of your own set logins.${provider} in config.yaml.`,
    ),
  LOGIN_UNREACHABLE: (data) =>
    said(data, "server", (server) => `Nothing was changed. To try again: hermes mcp login ${server}`),
  LOGIN_URL_INVALID: (data) =>
    said(
      data,
      "provider",
      (provider) => `Correct logins.${provider} in config.yaml. http is for this machine alone.`,
    ),
  PLUGIN_OFF: (data) =>
    said(
      data,
      "plugin",
      (plugin) => `It is used again after a new start. To leave it off: hermes plugins disable ${plugin}`,
    ),
  MCP_NEEDS_LOGIN: (data) => said(data, "server", (server) => `Log in with \`hermes mcp login ${server}\`.`),
  MCP_UNAVAILABLE: (data) =>
    said(
      data,
      "server",
      (server) => `See what it says with \`hermes mcp test ${server}\`; it did not get the request.`,
    ),
  MODEL_AUTH: refusedKey,
  MODEL_BILLING: (data) =>
    said(
      data,
      "origin",
      (origin) => `Add credit to your account at ${origin}, or choose another provider with --provider.`,
    ),
  MODEL_MODEL_NOT_FOUND: ({ advice }) =>
    advice === "choose-model" ? "Choose another one with --model." : undefined,
  MODEL_UNREACHABLE: ({ advice }) =>
    advice === "start-server" ? "Start the server, or choose another with --base-url." : undefined,
  PLATFORM_CONFLICT: (data) =>
    said(data, "socket", () => "One gateway runs in each home: stop the other one (hermes gateway stop)."),
  PLATFORM_UNREACHABLE: (data) => said(data, "socket", () => "Start it: hermes gateway run"),
  SPEND_LIMIT_REACHED: raiseBudget,
  STATE_DAMAGED: () => restore,
  STATE_LOG_LOST: () => "`hermes restore` shows the snapshots.",
};

/** The hint for people at a command line: that of the table, else the error's own. */
export function commandHint({ code = "", hint, data = {} }: FailureFacts): string | undefined {
  return (Object.hasOwn(rows, code) ? rows[code]?.(data) : undefined) ?? hint;
}

/** A choice of a model whose hint is for people at a command line. */
export function withCommands<Choice extends ModelChoice | undefined>(choice: Choice): Choice {
  return choice === undefined || choice.ok ? choice : { ...choice, hint: noModelHint(choice) };
}

function noModelHint({ problem, data = {}, hint }: NoModel): string {
  switch (problem) {
    case "no-provider":
      return `${hint} ${pluginsGiveMore}`;
    case "no-key":
      return `Add it with hermes auth add ${data["provider"]}, or set ${data["keyVariable"]}; or choose another provider with --provider.`;
    case "no-name":
      return "Name one with --model.";
    case "no-answer":
      return "Start it, or name a model with --model.";
    case "no-address":
      return `${data["urlVariable"] === undefined ? "Name" : `Set ${data["urlVariable"]}, or name`} it with --base-url, ${data["example"]}.`;
    case "nothing-found":
      return `Add a key with hermes auth add openrouter, or set one of ${data["keyVariable"]}; or start Ollama, LM Studio, llama.cpp or vLLM; or name a server with --base-url and --model.`;
    case undefined:
      return hint;
  }
}

/** What the command line has for a task that a slash command names. */
export function programCommand(asked: ProgramTask): string {
  switch (asked.task) {
    case "list-models":
      return "hermes model list";
    case "add-mcp-server":
      return "hermes mcp add NAME -- COMMAND";
    case "allow-mcp-server":
      return `hermes mcp allow ${asked.server}`;
    case "login-mcp-server":
      return `hermes mcp login ${asked.server}`;
    case "resume":
      return `hermes --resume ${asked.sessionId}`;
  }
}

function said(data: Data, name: string, text: (value: string) => string): string | undefined {
  const value = data[name];
  return typeof value === "string" ? text(value) : undefined;
}

function tryAgain(data: Data): string | undefined {
  const again = (command: string) => (name: string) => `Nothing was kept. To try again: ${command} ${name}`;
  return said(data, "provider", again("hermes login")) ?? said(data, "server", again("hermes mcp login"));
}

function logInAnew(data: Data): string | undefined {
  if (data["otherIssuer"] !== true) return undefined;
  return said(
    data,
    "server",
    (server) => `Nothing was sent. If that is right: hermes mcp logout ${server}, then log in again.`,
  );
}

function checkClient(data: Data): string | undefined {
  return (
    said(data, "provider", (provider) => `Check logins.${provider}.client_id in config.yaml.`) ??
    said(data, "server", (server) => `Check client_id and client_secret of mcp_servers.${server}.oauth.`)
  );
}

function registerClient(data: Data): string | undefined {
  const where = said(data, "registerPage", (page) => ` at ${page}`) ?? "";
  return (
    said(
      data,
      "provider",
      (provider) =>
        `Register a public one (without a secret)${where}, and set logins.${provider}.client_id in config.yaml.`,
    ) ??
    said(
      data,
      "server",
      (server) => `Register a client there, and set mcp_servers.${server}.oauth.client_id in config.yaml.`,
    )
  );
}

function refusedKey(data: Data): string | undefined {
  if (data["noneLeft"] === true)
    return (
      said(data, "login", (owner) => `Log in again: hermes login ${owner}`) ??
      "See hermes auth list; add a key with hermes auth add, or log in again."
    );
  if (data["advice"] !== "give-key") return undefined;
  return said(data, "origin", (origin) =>
    data["keyVariable"] === undefined
      ? `Give another one with hermes setup model, or put a valid key of ${origin} into config.yaml: model.api_key, beside model.base_url.`
      : `Give another one with hermes setup model, or set ${String(data["keyVariable"])} to a valid key of ${origin}.`,
  );
}

function raiseBudget({ scope, unit }: Data): string | undefined {
  if (typeof scope !== "string" || typeof unit !== "string") return undefined;
  const setting = `budget.${scope}.${unit} in config.yaml`;
  const flag = scope === "job" && unit !== "requests" ? `--max-budget-${unit} or ` : "";
  return `Raise ${flag}${setting}, then go on.`;
}
