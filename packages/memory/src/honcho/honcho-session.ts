import type * as sdk from "@honcho-ai/sdk";

export type HonchoSdk = typeof sdk;

/** What a session is in Honcho. */
export interface HonchoSession {
  readonly person: sdk.Peer;
  readonly assistant: sdk.Peer;
  readonly session: sdk.Session;
}

/** Who somebody is, as Honcho sees it; empty when it knows nothing. */
export function profileOf(context: {
  readonly representation: string | null;
  readonly peerCard: readonly string[] | null;
}): string {
  const card = (context.peerCard ?? []).map((fact) => `- ${fact}`).join("\n");
  return [card, context.representation ?? ""].filter((part) => part.trim() !== "").join("\n\n");
}
