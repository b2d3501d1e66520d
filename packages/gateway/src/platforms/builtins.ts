import type { Platform } from "./platform.ts";
import { local } from "./local/local.ts";
import { telegram } from "./telegram/telegram.ts";

/** Every messenger that comes with Hermes. Adding one is a line here, and its folder. */
export function builtinPlatforms(): readonly Platform[] {
  return [local(), telegram()];
}
