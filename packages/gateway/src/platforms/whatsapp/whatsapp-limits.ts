/** @see https://developers.facebook.com/docs/whatsapp/cloud-api/reference/messages and …/reference/media */
export const whatsappLimits = {
  text: 4_096,
  caption: 1_024,
  fileBytes: 100_000_000,
  /** What the platform itself shows; anything else goes as a document. */
  imageBytes: 5_000_000,
  audioBytes: 16_000_000,
  videoBytes: 16_000_000,
  replyButtons: 3,
  replyButtonLabel: 20,
  interactiveBody: 1_024,
  listRows: 10,
  listRowTitle: 24,
  listRowDescription: 72,
  /** What Meta posts at most. */
  webhookBytes: 3_000_000,
  templateText: 1_024,
  /** After what a person wrote last, anything may be said for so long; then only templates. */
  windowMs: 86_400_000,
} as const;
