import * as z from "zod";

/** Where a browser is told that a turn waits or has ended, while no page is open. */
export interface PushInfo {
  /** Of the server, as `applicationServerKey` takes it. */
  readonly publicKey: string;
}

export const pushInfo: z.ZodType<PushInfo> = z.object({ publicKey: z.string() });

/** @see https://w3c.github.io/push-api/#dom-pushsubscription-endpoint */
export interface PushTarget {
  readonly endpoint: string;
}

export const pushTarget: z.ZodType<PushTarget> = z.strictObject({
  endpoint: z.url({ protocol: /^https$/ }).max(2_000),
});

/** What a browser shows that was told: a text of the newest thing that waits or has ended. */
export interface PushNews {
  readonly kind: "approval" | "question" | "ended" | "none";
  readonly sessionId?: string | undefined;
  /** The title of the session. */
  readonly title?: string | undefined;
  /** What is asked, or how it ended. */
  readonly text?: string | undefined;
}

export const pushNews: z.ZodType<PushNews> = z.object({
  kind: z.enum(["approval", "question", "ended", "none"]),
  sessionId: z.string().optional(),
  title: z.string().optional(),
  text: z.string().optional(),
});

/** A path that lets another browser in, once. */
export interface LinkInfo {
  readonly path: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

export const linkInfo: z.ZodType<LinkInfo> = z.object({ path: z.string(), expiresAt: z.number() });
