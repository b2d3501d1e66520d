import { spawn } from "node:child_process";
import { closeSync, mkdirSync, openSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { gatewayOwner, gatewayPaths, readGatewayState } from "@hermes/gateway-app";
import type { GatewayOwner } from "@hermes/gateway-app";
import { exitCodes } from "../../host.ts";
import { printLines, printRemark } from "../../render/print.ts";
import { gatewayCommand } from "./gateway-command.ts";
import type { GatewayDesk } from "./gateway-desk.ts";
import { tellService } from "./service.ts";

const startMs = 15_000;
/** A gateway lets turns run for a minute before it interrupts them. */
const stopMs = 75_000;
const lookMs = 100;

/** `hermes gateway start`: by the service manager where it is installed, else as a process of its own. */
export async function start(desk: GatewayDesk): Promise<number> {
  const { host } = desk;
  const { home } = await desk.load();
  const paths = gatewayPaths(home);
  const running = await gatewayOwner(paths.owner);
  if (running !== undefined) {
    printLines(host, [`The gateway runs already: process ${running.pid}.`]);
    return exitCodes.ok;
  }
  const output = join(dirname(paths.log), "gateway.out");
  const startedAt = Date.now();
  if (!(await tellService(host.env, "start"))) {
    mkdirSync(dirname(output), { recursive: true, mode: 0o700 });
    const [program, ...args] = gatewayCommand();
    const file = openSync(output, "a", 0o600);
    const child = spawn(program, args, {
      ...{ cwd: host.cwd, env: { ...host.env }, detached: true },
      stdio: ["ignore", file, file],
    });
    child.unref();
    closeSync(file);
  }
  const isUp = await until(startMs, async () => {
    const [owner, state] = await Promise.all([gatewayOwner(paths.owner), readGatewayState(paths.state)]);
    return owner !== undefined && state !== undefined && state.startedAt >= startedAt;
  });
  const owner = await gatewayOwner(paths.owner);
  if (isUp && owner !== undefined) {
    printLines(host, [`The gateway runs: process ${owner.pid}. How it is: hermes gateway status`]);
    return exitCodes.ok;
  }
  printRemark(host, `The gateway did not start. What it said: ${output}`);
  return exitCodes.failed;
}

/** `hermes gateway stop`: turns that run come to an end first, or go on with the next start. */
export async function stop(desk: GatewayDesk): Promise<number> {
  const { host } = desk;
  const { home } = await desk.load();
  const path = gatewayPaths(home).owner;
  const owner = await gatewayOwner(path);
  if (owner === undefined) {
    printLines(host, ["The gateway is not running."]);
    return exitCodes.ok;
  }
  if (!(await tellService(host.env, "stop"))) process.kill(owner.pid, "SIGTERM");
  if (await until(stopMs, async () => !isSame(await gatewayOwner(path), owner))) {
    printLines(host, ["The gateway has stopped."]);
    return exitCodes.ok;
  }
  printRemark(host, `The gateway (process ${owner.pid}) has not stopped within ${stopMs / 1_000} seconds.`);
  return exitCodes.failed;
}

/** `hermes gateway restart`. */
export async function restart(desk: GatewayDesk): Promise<number> {
  const stopped = await stop(desk);
  return stopped === exitCodes.ok ? await start(desk) : stopped;
}

function isSame(one: GatewayOwner | undefined, other: GatewayOwner): boolean {
  return one?.pid === other.pid && one.since === other.since;
}

async function until(ms: number, isSo: () => Promise<boolean>): Promise<boolean> {
  for (const end = Date.now() + ms; Date.now() < end;) {
    // oxlint-disable-next-line no-await-in-loop -- looks
    if (await isSo()) return true;
    // oxlint-disable-next-line no-await-in-loop -- looks
    await pause(lookMs);
  }
  return await isSo();
}
