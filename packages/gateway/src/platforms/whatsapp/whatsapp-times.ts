/** How long things take, in milliseconds. */
export interface WhatsAppTimes {
  /** For any answer but those to files. */
  readonly answerMs: number;
  /** How long a status of a message is waited for, when its answer got lost. */
  readonly statusMs: number;
  /** How long the sign that somebody is writing stays, so that it is not sent again before. */
  readonly typingMs: number;
}

export const whatsappTimes: WhatsAppTimes = { answerMs: 30_000, statusMs: 10_000, typingMs: 20_000 };
