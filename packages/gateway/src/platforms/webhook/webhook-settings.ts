import { z } from "zod";
import { address, flag, text } from "../setting-fields.ts";

/** One address that programs post to, and what becomes of what they post. */
export interface WebhookRoute {
  readonly secret: string;
  /** How posts are signed. `auto`: in any of the ways, as their headers say. */
  readonly signature: "auto" | "github" | "gitlab" | "standard" | "generic";
  /** Names of events that are taken; empty: all. */
  readonly events: readonly string[];
  /** What the agent is asked, with `{a.b}` for parts of what was posted and `{__raw__}` for all of it. */
  readonly prompt: string;
  /** Where answers go, such as `telegram`; absent: nowhere but to `url` and the log. */
  readonly deliver?: string | undefined;
  /** The prompt is delivered as it is, and no agent is asked. */
  readonly deliver_only: boolean;
  /** Address that answers are posted to. */
  readonly url?: string | undefined;
  /** `delivery`: each post is a conversation of its own; `route`: all of them are one. */
  readonly session: "delivery" | "route";
  /** Signed posts that are taken in a minute. */
  readonly rate_limit: number;
}

/** What the adapter reads of `platforms.webhook`. */
export interface WebhookSettings {
  readonly routes: Readonly<Record<string, WebhookRoute>>;
  /** What is wrong with the others, which nothing is posted to. @default none */
  readonly refused?: readonly RefusedRoute[] | undefined;
}

export interface RefusedRoute {
  /** Below `platforms.webhook`. */
  readonly path: readonly string[];
  readonly message: string;
}

const secret = text.pipe(
  z
    .string()
    .refine(
      (value) => value !== "INSECURE_NO_AUTH",
      "can't be INSECURE_NO_AUTH: every post has to be signed here",
    )
    .optional(),
);

// A route that hands on to routes could hand on to itself.
const target = text
  .transform((value) => (value === "none" || value === "log" ? undefined : value))
  .pipe(
    z
      .string()
      .regex(/^(?!(?:origin|all|local|file|webhook)(?::|$))/i, "has to name a chat of another platform")
      .optional(),
  );

const route = z.object({
  secret,
  signature: z.enum(["auto", "github", "gitlab", "standard", "generic"]).default("auto"),
  events: z.array(z.string()).default([]),
  prompt: text.transform((value) => value ?? "{__raw__}"),
  deliver: target,
  deliver_only: flag(false),
  url: address,
  session: z.enum(["delivery", "route"]).default("delivery"),
  rate_limit: z.coerce.number().int().min(1).default(30),
});

const routeName = z.string().regex(/^[a-z0-9][\w-]{0,63}$/i, "is no name of letters, digits, - and _");

export const webhookSettings: z.ZodType<WebhookSettings> = z
  .object({
    enabled: z.union([z.boolean(), text.pipe(z.stringbool().optional())]),
    secret,
    prompt: text,
    deliver: target,
    url: address,
    routes: z.record(z.string(), z.unknown()).default({}),
  })
  .transform(({ enabled, secret: shared, routes: written, ...common }, context) => {
    if (enabled === false) return { routes: {}, refused: [] };
    const isDefault = enabled === true && Object.keys(written).length === 0;
    const routes: Record<string, WebhookRoute> = {};
    const refused: RefusedRoute[] = [];
    for (const [name, given] of Object.entries(isDefault ? { default: common } : written)) {
      const { data, issue } = routeOf(name, given, shared);
      const at = isDefault || issue?.isShared === true ? [] : ["routes", name];
      if (data !== undefined) routes[name] = data;
      else refused.push({ path: [...at, ...issue.path].map(String), message: issue.message });
    }
    // The others go on without one that is not right; where there are none, nothing would be said.
    if (Object.keys(routes).length === 0)
      for (const { path, message } of refused) context.addIssue({ code: "custom", path: [...path], message });
    return { routes, refused };
  });

interface RouteIssue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
  /** Whether it is mended for all routes at once. */
  readonly isShared?: boolean | undefined;
}

function routeOf(
  name: string,
  given: unknown,
  shared: string | undefined,
):
  | { readonly data: WebhookRoute; readonly issue?: undefined }
  | { readonly data?: undefined; readonly issue: RouteIssue } {
  const parsed = z.tuple([routeName, route]).safeParse([name, given]);
  if (!parsed.success) {
    const [{ path = [], message = "is not right" } = {}] = parsed.error.issues;
    return { issue: { path: path.slice(1), message } };
  }
  const [, each] = parsed.data;
  const own = each.secret ?? shared;
  if (own === undefined)
    return {
      issue: { path: ["secret"], message: "is missing: without it anybody could post", isShared: true },
    };
  if (each.deliver_only && each.deliver === undefined && each.url === undefined)
    return { issue: { path: ["deliver"], message: "is missing" } };
  return { data: { ...each, secret: own } };
}

/** Variables, with the setting that each stands for. */
export const webhookEnvironment: Readonly<Record<string, string>> = {
  WEBHOOK_ENABLED: "enabled",
  WEBHOOK_SECRET: "secret",
  WEBHOOK_PROMPT: "prompt",
  WEBHOOK_DELIVER: "deliver",
  WEBHOOK_URL: "url",
};
