import { loadSettings } from "@hermes/config";
import { exampleConfig } from "@hermes/config/editing";
import { exitCodes } from "../../host.ts";
import { cleanText } from "../../render/clean-text.ts";
import { printLines } from "../../render/print.ts";
import type { GatewayDesk } from "../gateway/gateway-desk.ts";

/** `hermes config path` and `hermes config env-path`: whatever is in the files, or is not there. */
export async function printPath(which: "config" | "env", { host }: GatewayDesk): Promise<number> {
  const readFile = async (): Promise<string> =>
    await Promise.reject(Object.assign(new Error("is not read"), { code: "ENOENT" }));
  const { configPath, envPath } = await loadSettings({ env: host.env, allowProblems: true, readFile });
  printLines(host, [cleanText(which === "config" ? configPath : envPath)]);
  return exitCodes.ok;
}

/** `hermes config example`. */
export function printExample({ host }: GatewayDesk): number {
  printLines(host, exampleConfig().trimEnd().split("\n"));
  return exitCodes.ok;
}
