import type { PairedUser, PairingRequest } from "@hermes/gateway";
import { exitCodes } from "../../host.ts";
import { oneLine } from "../../render/fit.ts";
import { localTime } from "../../render/local-time.ts";
import { printJson, printLines, printRemark } from "../../render/print.ts";
import { table } from "../../render/table.ts";
import type { GatewayDesk } from "./gateway-desk.ts";
import { withHome } from "./with-home.ts";

/** `hermes pairing list`. Codes are kept nowhere, and can't be shown. */
export async function listPairings(
  { json }: { readonly json?: boolean | undefined },
  desk: GatewayDesk,
): Promise<number> {
  return await withHome(desk, async ({ home: { pairing } }) => {
    const [pending, approved] = await Promise.all([pairing.pending(), pairing.approved()]);
    if (json) printJson(desk.host, { pending, approved });
    else printLines(desk.host, linesOf(pending, approved, desk.host.stdout.columns));
    return exitCodes.ok;
  });
}

function linesOf(
  pending: readonly PairingRequest[],
  approved: readonly PairedUser[],
  columns: number | undefined,
): readonly string[] {
  const waiting = pending.map(({ platform, userId, name = "", askedAt }) => [
    ...[platform, userId, `asked ${localTime(askedAt)}`, oneLine(name)],
  ]);
  const let_in = approved.map(({ platform, userId, name = "", tier, approvedAt }) => [
    ...[platform, userId, `${tier} since ${localTime(approvedAt)}`, oneLine(name)],
  ]);
  return [
    ...(waiting.length === 0
      ? ["Nobody waits to be let in."]
      : [
          "Waiting; let in who tells you their code: hermes pairing approve PLATFORM CODE",
          ...table(waiting, columns),
        ]),
    "",
    ...(let_in.length === 0 ? ["Nobody was let in by a code."] : ["Let in:", ...table(let_in, columns)]),
  ];
}

export interface ApproveFlags {
  readonly owner?: boolean | undefined;
}

/** `hermes pairing approve`. */
export async function approvePairing(
  platform: string,
  code: string,
  { owner = false }: ApproveFlags,
  desk: GatewayDesk,
): Promise<number> {
  const { host } = desk;
  return await withHome(desk, async ({ home: { pairing } }) => {
    const result = await pairing.approve(platform, code.trim().toUpperCase(), {
      tier: owner ? "owner" : "user",
    });
    if (result.type === "approved") {
      const { userId, name, tier } = result.user;
      const who = name === undefined ? userId : `${oneLine(name)} (${userId})`;
      const rights =
        tier === "owner" ? "with all tools" : "without commands and files; --owner gives all tools";
      printLines(host, [`${who} may speak on ${platform} now, as ${tier}: ${rights}.`]);
      return exitCodes.ok;
    }
    printRemark(
      host,
      result.type === "locked"
        ? `Too many wrong codes: pairing on ${platform} is locked until ${localTime(result.untilMs)}.`
        : `No request on ${platform} has this code: it is wrong, used, or older than an hour. ${result.triesLeft} tries left. See: hermes pairing list`,
    );
    return exitCodes.failed;
  });
}

/** `hermes pairing revoke`. */
export async function revokePairing(platform: string, userId: string, desk: GatewayDesk): Promise<number> {
  return await withHome(desk, async ({ home: { pairing } }) => {
    if (await pairing.revoke(platform, userId)) {
      printLines(desk.host, [
        `${oneLine(userId)} may not speak on ${oneLine(platform)} any more, unless the settings name them.`,
      ]);
      return exitCodes.ok;
    }
    printRemark(
      desk.host,
      `Nobody with the id ${userId} was let in on ${platform}. See: hermes pairing list`,
    );
    return exitCodes.failed;
  });
}

/** `hermes pairing clear-pending`. */
export async function clearPairings(platform: string | undefined, desk: GatewayDesk): Promise<number> {
  return await withHome(desk, async ({ home: { pairing } }) => {
    const count = await pairing.clearPending(platform);
    printLines(desk.host, [`${count} ${count === 1 ? "code works" : "codes work"} no more.`]);
    return exitCodes.ok;
  });
}
