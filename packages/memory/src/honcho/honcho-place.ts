export type HonchoSdk = typeof import("@honcho-ai/sdk");
type Honcho = InstanceType<HonchoSdk["Honcho"]>;

/** What a conversation is in Honcho. */
export interface HonchoPlace {
  readonly person: Awaited<ReturnType<Honcho["peer"]>>;
  readonly assistant: Awaited<ReturnType<Honcho["peer"]>>;
  readonly session: Awaited<ReturnType<Honcho["session"]>>;
}

/** Who somebody is, as Honcho sees it; empty when it knows nothing. */
export function profileOf(context: {
  readonly representation: string | null;
  readonly peerCard: readonly string[] | null;
}): string {
  const card = (context.peerCard ?? []).map((fact) => `- ${fact}`).join("\n");
  return [card, context.representation ?? ""].filter((part) => part.trim() !== "").join("\n\n");
}
