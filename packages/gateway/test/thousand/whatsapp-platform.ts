import type { Platform } from "../../src/index.ts";
import { whatsapp } from "../../src/platforms/whatsapp/whatsapp.ts";
import { openTestListener } from "../../src/testing/open-listener.ts";

/** The test posts to a port that stays, whoever listens. */
const [, , , , , port] = process.argv;
const listener = await openTestListener({ port: Number(port) });
const adapter = whatsapp({ answerMs: 5_000, statusMs: 1_000, typingMs: 20_000 });
const connect: typeof adapter.connect = async (settings, host, options) =>
  await adapter.connect(settings, { ...host, route: listener.route }, options);

export const platform: Platform = { ...adapter, connect } as Platform;
