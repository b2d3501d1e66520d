/** Shortens a conversation that outgrows its window, and loses nothing that the person said. */
export { createCompressor } from "./create-compressor.ts";
export type { CompressorOptions } from "./create-compressor.ts";
export type { LiveId, MessageArchive } from "./message-ids.ts";
