import { execFile } from "node:child_process";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { userInfo } from "node:os";
import { dirname } from "node:path";
import { promisify } from "node:util";
import { homeOf } from "@hermes/config";
import type { Environment } from "@hermes/registry";
import { HermesError } from "@hermes/registry/errors";
import { exitCodes } from "../../host.ts";
import { printLines } from "../../render/print.ts";
import type { GatewayDesk } from "./gateway-desk.ts";
import { gatewayCommand } from "./gateway-command.ts";
import { serviceFile, serviceName } from "./service-files.ts";
import type { ServiceFile } from "./service-files.ts";

export interface ServiceFlags {
  readonly system?: boolean | undefined;
  /** Shows the file and changes nothing. */
  readonly print?: boolean | undefined;
}

/** `hermes gateway install`: the gateway starts with the machine. Where the service manager is not there, it says what to run. */
export async function install(
  { system = false, print = false }: ServiceFlags,
  desk: GatewayDesk,
): Promise<number> {
  const { host } = desk;
  const file = await fileOf(desk, system);
  if (print) {
    host.stdout.write(file.text);
    return exitCodes.ok;
  }
  mkdirSync(dirname(file.path), { recursive: true });
  writeFileSync(file.path, file.text, { mode: 0o644 });
  const failed = await runAll(file.enable);
  printLines(host, [
    `Written: ${file.path}`,
    ...(failed === undefined
      ? ["The gateway is running, and starts by itself from now on."]
      : ["It could not be started here. Run:", ...file.enable.map((words) => `  ${words.join(" ")}`)]),
    ...(file.hint === undefined ? [] : [file.hint]),
  ]);
  return exitCodes.ok;
}

/** `hermes gateway uninstall`. */
export async function uninstall({ system = false }: ServiceFlags, desk: GatewayDesk): Promise<number> {
  const file = await fileOf(desk, system);
  if (!existsSync(file.path)) {
    printLines(desk.host, ["No service is installed."]);
    return exitCodes.ok;
  }
  await runAll(file.disable);
  rmSync(file.path);
  printLines(desk.host, [`Removed: ${file.path}`]);
  return exitCodes.ok;
}

/** What the service manager says of the gateway, such as `active`; undefined: no service is installed. */
export async function serviceState(env: Environment): Promise<string | undefined> {
  const file = installedService(env);
  if (file === undefined) return undefined;
  try {
    const { stdout } = await promisify(execFile)("systemctl", [
      ...scopeOf(file),
      ...["is-active", serviceName(homeOf(env))],
    ]);
    return stdout.trim();
  } catch (error) {
    const said = error instanceof Error && "stdout" in error ? String(error.stdout).trim() : "";
    return said === "" ? "installed; its service manager does not answer" : said;
  }
}

/** Has the service manager do it. @returns False where no service is installed, or it does not answer. */
export async function tellService(env: Environment, what: "start" | "stop" | "restart"): Promise<boolean> {
  const file = installedService(env);
  if (file === undefined) return false;
  return (await runAll([["systemctl", ...scopeOf(file), what, serviceName(homeOf(env))]])) === undefined;
}

/** Of the home that the environment names. */
export function installedService(env: Environment): ServiceFile | undefined {
  const of = { command: [], env, home: homeOf(env), platform: process.platform, user: "" };
  return [false, true]
    .map((system) => serviceFile({ ...of, system }))
    .find((file) => file !== undefined && existsSync(file.path));
}

function scopeOf({ path }: ServiceFile): readonly string[] {
  return path.startsWith("/etc/") ? [] : ["--user"];
}

async function fileOf({ host, load }: GatewayDesk, system: boolean): Promise<ServiceFile> {
  const { home } = await load();
  const file = serviceFile({
    ...{ command: gatewayCommand(), env: host.env, home, system },
    ...{ platform: process.platform, user: userInfo().username },
  });
  if (file === undefined)
    throw new HermesError(`No service manager of ${process.platform} is known here.`, {
      code: "CLI_NO_SERVICE",
      hint: "Have yours run: hermes gateway run",
    });
  return file;
}

/** @returns What failed first. */
async function runAll(commands: readonly (readonly string[])[]): Promise<unknown> {
  try {
    for (const [program = "", ...args] of commands)
      // oxlint-disable-next-line no-await-in-loop -- one after another
      await promisify(execFile)(program, args);
    return undefined;
  } catch (error) {
    return error;
  }
}
