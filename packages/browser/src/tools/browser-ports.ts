import type { ToolContext, ToolFinding } from "@hermes/registry";

/** An action on a page, as far as a decision about it goes. */
export interface PageAction {
  /** Name of the tool. */
  readonly tool: string;
  /** Of the page, `name` or `name:port`; empty where none is open. */
  readonly host: string;
  /** Whether it acts with logins: of a kept profile, of the person's own browser, or of a password that was typed. */
  readonly personal: boolean;
  /** Where a link or a form leads, absolute. */
  readonly link?: string | undefined;
  /** Whether it sends a form there. */
  readonly submits?: boolean | undefined;
  /** What is typed: also a key that prints something. */
  readonly text?: string | undefined;
  /** What would run in the page. */
  readonly script?: string | undefined;
}

/**
 * Findings against an action, by whoever knows the conversation. Called before the action, and again after an answer. A thrown
 * error refuses the action.
 */
export type PageActionJudge = (action: PageAction, context: ToolContext) => Promise<readonly ToolFinding[]>;

/**
 * Picks from a long snapshot what matters for a task: an auxiliary model. Undefined, an error, and 15 s without an answer all mean
 * that the plain page is shown.
 */
export type PickFromSnapshot = (question: {
  readonly snapshot: string;
  readonly task: string;
  /** Whose call it is. */
  readonly sessionId: string;
  readonly signal: AbortSignal;
}) => Promise<string | undefined>;

/** Answers a question about a picture. Undefined: nobody can; the picture itself is shown all the same. */
export type LookAtPicture = (question: {
  readonly image: { readonly mediaType: string; readonly data: string };
  readonly question: string;
  readonly sessionId: string;
  readonly signal: AbortSignal;
}) => Promise<string | undefined>;
