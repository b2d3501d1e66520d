import { nearestNames } from "../choice/nearest-names.ts";
import type { ModelErrorKind } from "../model-error.ts";
import { type ErrorFacts, keyHint, keyVariableOf, labelOf, originOf } from "./error-facts.ts";
import type { ErrorEvidence } from "./error-evidence.ts";
import { isLocalUrl } from "./is-local-url.ts";

type Words = (evidence: ErrorEvidence, facts: ErrorFacts) => string;

/** One kind of failure: how it is recognised, and what a person is told. All tests that are given must fit. */
export interface ErrorRow {
  readonly kind: ModelErrorKind;
  readonly status?: ((status: number) => boolean) | undefined;
  readonly code?: RegExp | undefined;
  readonly text?: RegExp | undefined;
  readonly transport?: RegExp | undefined;
  /** Nothing was sent: there was nobody to send it to. */
  readonly unsent?: true;
  readonly when?: ((facts: ErrorFacts) => boolean) | undefined;
  /** Whether this failure passes by itself, for a kind that mostly does (see `recoveries`). @default as the kind */
  readonly passes?: ((facts: ErrorFacts) => boolean) | undefined;
  readonly says: Words;
  readonly hint: Words;
  /** By what a program finds a hint of its own; `advice` names it. */
  readonly data?: ((facts: ErrorFacts) => Readonly<Record<string, unknown>> | undefined) | undefined;
}

// Phrases are compared with lower-case text; each stands for what at least one known server says.
const safety =
  /content (management )?polic|content[ _]filter|safety (system|filter|reasons)|usage polic|flagged (as|for|by)|prohibited[_ ]content|moderation/;
const credit =
  /insufficient (credits?|funds|balance|quota)|credit balance|exceeded your current quota|out of credits|more credits|spend(ing)? limit|key limit|billing|payment required|余额不足/;
const overflow =
  /context (length|window|size)|maximum context|prompt is too long|input is too long|input length|too many (input )?tokens|input token count|maximum (number of )?(input )?tokens|token limit|exceed_context_size|n_ctx|reduce the length|上下文|超过最大长度|输入过长/;
const noModel =
  /model.{0,120}(not (found|exist|available|a valid)|does ?n[o']t exist|no longer)|no endpoints found|model: /;
// A 400 that speaks of a model is mostly about something that the model can't do.
const badModel =
  /model identifier is invalid|(not a valid|unknown|invalid|no such) model\b|model.{0,80}(not found|does ?n[o']t exist)/;
const badKey =
  /api[ _-]?key (is )?(not valid|invalid|expired)|(invalid|incorrect|missing|no) (api|auth)[ _-]?(key|credentials|entication)|unauthori[sz]ed|authentication/;
const throttled =
  /rate.?limit|too many requests|throttl|quota exceeded|tokens per (minute|min|day)|requests per/;
const busy = /overloaded|over capacity|at capacity|server (is )?busy|temporarily unavailable|try again later/;

const is =
  (...wanted: readonly number[]) =>
  (status: number): boolean =>
    wanted.includes(status);
const clientError = (status: number): boolean => status < 500;
const redirect = (status: number): boolean => status >= 300 && status < 400;
const serverError = (status: number): boolean => status >= 500;

const never = (): boolean => false;

const soon: Words = () => "Try again in a moment.";

/** The table, most telling sign first. */
export const errorRows: readonly ErrorRow[] = [
  {
    kind: "bad-request",
    text: /data policy|privacy settings/,
    says: withWords("has no server for the model that your privacy settings allow"),
    hint: () => "Allow more providers in the privacy settings of your account, or choose another model.",
  },
  {
    kind: "bad-request",
    text: /no endpoints found that support|does not support (tools|tool use|function calling)|requires? --jinja|--jinja/,
    says: withWords("can't use tools with this model"),
    hint: () => "Choose a model that can call tools; llama.cpp needs --jinja.",
  },
  {
    kind: "bad-request",
    text: /requires more (system )?memory/,
    says: withWords("has too little memory for this model and its window"),
    hint: () => "Set model.context_length to a smaller window, or choose a smaller model.",
  },
  {
    kind: "bad-request",
    text: /on-demand throughput isn/,
    says: withWords("has this model through an inference profile alone"),
    hint: (_, facts) => `Name the profile, which is the model with a region in front: us.${facts.model}.`,
  },
  { kind: "content-policy", code: /content_policy|content_filter|invalid_prompt|prohibited/, ...refused() },
  { kind: "content-policy", status: clientError, text: safety, ...refused() },
  { kind: "context-overflow", status: is(429), text: /long context/, ...tooLong() },
  { kind: "rate-limit", status: is(402), text: /usage limit[^]*(try again|retry|resets?)/, ...throttling() },
  { kind: "billing", status: is(402), ...unpaid() },
  { kind: "billing", code: /insufficient_quota|billing|insufficient_credits|credit_balance/, ...unpaid() },
  { kind: "billing", status: is(400, 403), text: credit, ...unpaid() },
  { kind: "rate-limit", status: is(429), ...throttling() },
  {
    kind: "auth",
    code: /expired_?token/,
    says: withWords("no longer takes the credentials"),
    hint: () => "They have expired: get new ones, for example with: aws sso login.",
  },
  { kind: "auth", status: is(401), ...keyRefused("refused the key") },
  { kind: "auth", status: is(403), ...keyRefused("does not allow this with the key that was sent") },
  { kind: "auth", status: is(400), text: badKey, ...keyRefused("refused the key") },
  {
    kind: "model-not-found",
    status: is(400, 404, 410, 422),
    code: /model_not_found|invalid_model|resourcenotfoundexception/,
    ...modelMissing(),
  },
  { kind: "model-not-found", status: is(404, 410), text: noModel, ...modelMissing() },
  { kind: "payload-too-large", status: is(413), ...tooBig() },
  { kind: "context-overflow", code: /context_length|exceed_context_size|context_window/, ...tooLong() },
  { kind: "context-overflow", status: is(400, 422, 500), text: overflow, ...tooLong() },
  { kind: "model-not-found", status: is(400, 422), text: badModel, ...modelMissing() },
  {
    kind: "bad-request",
    status: redirect,
    says: (evidence, facts) => `${facts.baseUrl} sends requests elsewhere (${evidence.status}).`,
    hint: () =>
      "Set the base URL to the new address. A redirect is not followed, so that the key stays with its host.",
  },
  {
    kind: "bad-request",
    status: is(404, 405),
    says: (evidence, facts) =>
      `${labelOf(facts)} answered ${evidence.status} at ${facts.baseUrl}${quoted(evidence)}.`,
    hint: (_, facts) => `Check the base URL (most end in /v1) and the model "${facts.model}".`,
  },
  {
    kind: "timeout",
    status: is(408, 504, 524),
    says: withWords("took too long"),
    hint: soon,
  },
  { kind: "overloaded", status: is(503, 529), ...overload() },
  { kind: "bad-request", status: serverError, code: /invalid_request/, ...rejected() },
  { kind: "overloaded", status: serverError, text: busy, ...overload() },
  { kind: "server", status: serverError, ...broken() },
  { kind: "server", status: is(409, 424, 425), ...broken() },
  { kind: "bad-request", status: clientError, ...rejected() },

  // Errors inside a stream carry a code and no status.
  { kind: "overloaded", code: /overloaded|unavailable|slow_down/, ...overload() },
  { kind: "rate-limit", code: /rate_limit|too_many_requests|resource_exhausted|throttling/, ...throttling() },
  {
    kind: "auth",
    code: /authentication_error|permission_error|invalid_api_key|unauthorized/,
    ...keyRefused("refused the key"),
  },
  { kind: "model-not-found", code: /model_not_found|not_found_error/, ...modelMissing() },
  { kind: "payload-too-large", code: /request_too_large/, ...tooBig() },
  { kind: "context-overflow", text: overflow, ...tooLong() },
  { kind: "bad-request", code: /invalid_request|validationexception/, ...rejected() },
  { kind: "timeout", code: /timeout/, says: withWords("took too long"), hint: soon },
  { kind: "server", code: /api_error|server_error|internal|model_?(stream_?)?error/, ...broken() },

  // The line itself.
  {
    kind: "unreachable",
    transport: /^(ECONNREFUSED)$/,
    unsent: true,
    // A remote server that restarts is back in seconds; a local one that isn't running stays away.
    passes: (facts) => !isLocalUrl(facts.baseUrl),
    says: (_, facts) => `Nothing answers at ${originOf(facts.baseUrl)}.`,
    hint: (_, facts) =>
      isLocalUrl(facts.baseUrl) ? "Start the server, or choose another base URL." : checkAddress,
    data: ({ baseUrl }) => (isLocalUrl(baseUrl) ? { advice: "start-server" } : undefined),
  },
  {
    kind: "unreachable",
    transport: /^ENOTFOUND$/,
    unsent: true,
    passes: never,
    says: (_, facts) => `There is no host named ${URL.parse(facts.baseUrl)?.hostname ?? facts.baseUrl}.`,
    hint: () => checkAddress,
  },
  {
    kind: "unreachable",
    transport: /CERT|SELF_SIGNED|UNABLE_TO_|ERR_TLS/,
    unsent: true,
    passes: never,
    says: ({ transport }, facts) =>
      `The certificate of ${originOf(facts.baseUrl)} can't be trusted (${transport}).`,
    hint: () => "Behind a company proxy, name its certificate file in NODE_EXTRA_CA_CERTS.",
  },
  {
    kind: "unreachable",
    transport: /^(EPROTO|ERR_SSL)/,
    unsent: true,
    passes: never,
    says: ({ transport }, facts) => `${originOf(facts.baseUrl)} can't be spoken to over TLS (${transport}).`,
    hint: () => "Check whether the base URL should start with http:// or https://.",
  },
  {
    kind: "bad-request",
    transport: /^(ERR_INVALID_URL|ERR_INVALID_PROTOCOL)$/,
    unsent: true,
    says: (_, facts) => `"${facts.baseUrl}" is not a URL that can be called.`,
    hint: () => "A base URL looks like https://host/v1.",
  },
  { kind: "timeout", transport: /TIMEDOUT|TIMEOUT/, ...late() },
  {
    kind: "unreachable",
    transport: /^(EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ENETDOWN|EHOSTDOWN|EADDRNOTAVAIL)$/,
    unsent: true,
    says: ({ transport }, facts) => `${originOf(facts.baseUrl)} can't be reached (${transport}).`,
    hint: () => checkAddress,
  },
  { kind: "unreachable", transport: /./, ...cut() },

  // Words alone.
  { kind: "timeout", text: /timed? ?out|timeout/, ...late() },
  { kind: "rate-limit", text: throttled, ...throttling() },
  { kind: "overloaded", text: busy, ...overload() },
  { kind: "auth", text: badKey, ...keyRefused("refused the key") },
  { kind: "billing", text: credit, ...unpaid() },
  {
    kind: "unreachable",
    text: /terminated|premature close|socket|connection|fetch failed|other side closed|econn|network/,
    ...cut(),
  },
];

/** Where nothing fits: tried again, since most of what is unknown passes. */
export const otherwise: ErrorRow = {
  kind: "unknown",
  says: ({ words, text }, facts) => `${labelOf(facts)} failed: ${words || text || "no reason was given"}.`,
  hint: () => "Try again; if it stays, try another model or provider.",
};

/** A fault of this program, or of its caller: no other attempt can help. */
export const programFault: ErrorRow = {
  kind: "unknown",
  passes: never,
  says: ({ text }, facts) => `The request for ${facts.model} could not be made: ${text}.`,
  hint: () => "This is a fault in the program, not at the provider; please report it.",
};

const checkAddress = "Check the network and the base URL.";

function withWords(did: string): Words {
  return (evidence, facts) => `${labelOf(facts)} ${did}${statusOf(evidence)}${quoted(evidence)}.`;
}

function statusOf({ status }: ErrorEvidence): string {
  return status === undefined ? "" : ` (${status})`;
}

function quoted({ words }: ErrorEvidence): string {
  return words === "" ? "" : `: ${words.trim().replace(/\.+$/, "")}`;
}

type Saying = Pick<ErrorRow, "says" | "hint" | "data">;

function refused(): Saying {
  return {
    says: withWords("refused the content"),
    hint: () => "Put it in other words, or choose another model.",
  };
}

function unpaid(): Saying {
  return {
    says: withWords("wants to be paid first"),
    hint: (_, facts) =>
      `Add credit to your account at ${originOf(facts.baseUrl)}, or choose another provider.`,
    data: ({ baseUrl }) => ({ advice: "pay", origin: originOf(baseUrl) }),
  };
}

function keyRefused(did: string): Saying {
  return {
    says: (evidence, facts) => `${labelOf(facts)} ${did}${statusOf(evidence)}.`,
    hint: (_, facts) => keyHint(facts),
    data: (facts) => ({
      advice: "give-key",
      origin: originOf(facts.baseUrl),
      keyVariable: keyVariableOf(facts),
    }),
  };
}

function throttling(): Saying {
  return {
    says: withWords("limits how fast it answers"),
    hint: () => "Wait a little, or choose another model.",
  };
}

function modelMissing(): Saying {
  return {
    says: (_, facts) => `${labelOf(facts)} has no model "${facts.model}".`,
    hint: (_, facts) => {
      const near = nearModels(facts);
      return near.length > 0 ? `Did you mean ${near.join(", ")}?` : "Choose another one.";
    },
    data: (facts) => (nearModels(facts).length > 0 ? undefined : { advice: "choose-model" }),
  };
}

function nearModels({ model, knownModels = [] }: ErrorFacts): readonly string[] {
  return nearestNames(model, knownModels);
}

function tooBig(): Saying {
  return {
    says: withWords("found the request too large"),
    hint: () => "Send smaller files or images, or start a new conversation.",
  };
}

function tooLong(): Saying {
  return {
    says: withWords(`has no room for a conversation of this length`),
    hint: () => "Start a new conversation, or choose a model with a larger context window.",
  };
}

function rejected(): Saying {
  return {
    says: withWords("rejected the request"),
    hint: () => "Try another model; if it stays, please report it.",
  };
}

function overload(): Saying {
  return { says: withWords("is overloaded"), hint: soon };
}

function broken(): Saying {
  return { says: withWords("had an error of its own"), hint: soon };
}

function late(): Saying {
  return {
    says: (_, facts) => `${originOf(facts.baseUrl)} did not answer in time.`,
    hint: () => checkAddress,
  };
}

function cut(): Saying {
  return {
    says: (_, facts) => `The connection to ${originOf(facts.baseUrl)} broke.`,
    hint: () => checkAddress,
  };
}
