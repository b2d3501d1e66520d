/** Ours, so that a receiver knows what can come. */
export const webhookLimits = { text: 50_000, fileBytes: 5_000_000 } as const;
