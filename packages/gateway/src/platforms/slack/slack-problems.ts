import { HermesError } from "@hermes/registry";
import { httpFailure } from "../../http/http-outcome.ts";
import { retryAfterMs } from "../../http/request-once.ts";
import type { SendFailure, SendOutcome } from "../platform.ts";
import type { SlackAnswer } from "./slack-api.ts";

type Refusal = Extract<SlackAnswer, { readonly ok: false }>;

export const tokenHint =
  "At api.slack.com/apps open the app: “OAuth & Permissions” has the bot token (xoxb-…) for SLACK_BOT_TOKEN, “Basic Information” the app-level token (xapp-…) with the scope connections:write for SLACK_APP_TOKEN.";

/** A person has to mend it: no later try will work. */
function isUnauthorised({ error }: Refusal): boolean {
  return failures[error] === "unauthorised";
}

/** What Slack said, for people. */
export function reasonOf({ error, needed, http }: Refusal): string {
  if (!http.answered) return http.reason;
  if (error === "missing_scope" && needed !== undefined)
    return `missing_scope: add the scope ${needed.slice(0, 100)} at api.slack.com/apps under “OAuth & Permissions”, and install the app again`;
  if (error.startsWith("http_")) return `HTTP ${http.status} without an answer of Slack`;
  return error.replace(/[^\w ,.:-]/g, " ").slice(0, 200);
}

/** Why a connection was not made. */
export function connectError(answer: Refusal, root: string): HermesError {
  const reason = reasonOf(answer);
  if (isUnauthorised(answer) || answer.error === "missing_scope")
    return new HermesError(`Slack refuses the token: ${reason}.`, {
      code: "PLATFORM_UNAUTHORISED",
      hint: tokenHint,
    });
  return new HermesError(`Slack can't be reached at ${new URL(root).origin}: ${reason}.`, {
    code: "PLATFORM_UNREACHABLE",
    hint: "Look at the connection of this machine, and at SLACK_API_ROOT where it is set.",
  });
}

/** A request that Slack refused, as an error. */
export function refusal(what: string, answer: Refusal): HermesError {
  return new HermesError(`Slack did not ${what}: ${reasonOf(answer)}.`, { code: "PLATFORM_REFUSED" });
}

/** What a refusal means for a message. */
export function failureOf(answer: Refusal): SendOutcome {
  const { error, http } = answer;
  const reason = reasonOf(answer);
  if (!http.answered) return httpFailure(http);
  if (http.status === 429 || error === "ratelimited" || error === "rate_limited")
    return { status: "retry", reason, afterMs: retryAfterMs(http.headers) ?? 5_000 };
  if (unsure.has(error)) return { status: "uncertain", reason };
  const code = failures[error];
  if (code === undefined && http.status !== 200) return httpFailure(http, reason);
  return { status: "failed", reason, code: code ?? "bad-content" };
}

/** Slack says of them that a part may have worked. */
const unsure: ReadonlySet<string> = new Set([
  "fatal_error",
  "internal_error",
  "service_unavailable",
  "request_timeout",
  "team_added_to_org",
]);

const failures: Readonly<Record<string, SendFailure>> = {
  ...named("unauthorised", [
    "not_authed",
    "invalid_auth",
    "account_inactive",
    "token_expired",
    "token_revoked",
    "not_allowed_token_type",
    "user_removed_from_team",
    "team_disabled",
    "team_access_not_granted",
    "org_login_required",
  ]),
  ...named("forbidden", [
    "not_in_channel",
    "is_archived",
    "restricted_action",
    "restricted_action_read_only_channel",
    "restricted_action_thread_only_channel",
    "restricted_action_non_threadable_channel",
    "restricted_action_thread_locked",
    "cannot_reply_to_message",
    "messages_tab_disabled",
    "access_denied",
    "no_permission",
    "missing_scope",
    "ekm_access_denied",
    "as_user_not_supported",
    "cant_update_message",
    "cant_delete_message",
    "edit_window_closed",
  ]),
  ...named("no-such-chat", [
    "channel_not_found",
    "user_not_found",
    "thread_not_found",
    "message_not_found",
    "channel_is_archived",
    "invalid_channel",
  ]),
  ...named("too-large", ["msg_too_long", "file_too_large", "msg_blocks_too_long", "too_many_attachments"]),
  ...named("unsupported", ["unknown_method", "method_deprecated", "feature_not_enabled"]),
};

function named(code: SendFailure, errors: readonly string[]): Record<string, SendFailure> {
  return Object.fromEntries(errors.map((error) => [error, code]));
}
