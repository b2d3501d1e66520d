import { open } from "node:fs/promises";
import { sqlitePairing } from "@hermes/gateway";
import type { Pairing, PairingApproved } from "@hermes/gateway";
import { HermesError } from "@hermes/registry";
import type { ApiChoice, Runtime } from "@hermes/runtime";
import { gatewayOwner } from "./gateway-owner.ts";
import { gatewayPaths } from "./gateway-paths.ts";
import { readGatewayState } from "./gateway-state.ts";

/** The gateway of a home as its API tells it. */
export type GatewayPort = NonNullable<ApiChoice["gateway"]>;

export interface GatewayPortOptions {
  /** Made with `gatewayMigrations`. */
  readonly runtime: Pick<Runtime, "store" | "redactor">;
  /** The folder of Hermes. */
  readonly home: string;
  /** @default as the gateway last said to the files of the home, in whatever process it runs */
  readonly info?: GatewayPort["info"] | undefined;
}

const maxLines = 500;
/** From the end of the log. */
const maxLogBytes = 256_000;

/** Whether the gateway runs here, in another process or not at all. Opens nothing before it is asked. */
export function openGatewayPort({ runtime, home, info }: GatewayPortOptions): GatewayPort {
  const pairing = async (): Promise<Pairing> => sqlitePairing(await runtime.store());
  return {
    info: info ?? (async () => await infoOf(home)),
    async log({ limit }) {
      const [redact, lines] = await Promise.all([runtime.redactor(), lastLines(gatewayPaths(home).log)]);
      return lines.slice(-Math.min(limit, maxLines)).map((line) => redact(withoutControls(line)));
    },
    async pairings() {
      const who = await pairing();
      const [pending, approved] = await Promise.all([who.pending(), who.approved()]);
      return {
        pending: pending.map(({ platform, userId, name, askedAt }) => ({ platform, userId, name, askedAt })),
        approved: approved.map(({ platform, userId, name, tier, approvedAt }) => ({
          ...{ platform, userId, name, tier, approvedAt },
        })),
      };
    },
    async approve({ platform, code, owner = false }) {
      const tier = owner ? "owner" : "user";
      const result = await (await pairing()).approve(platform, code, { tier });
      if (result.type !== "approved") throw refusalOf(platform, result);
    },
    revoke: async ({ platform, userId }) => await (await pairing()).revoke(platform, userId),
  };
}

async function infoOf(home: string): ReturnType<GatewayPort["info"]> {
  const paths = gatewayPaths(home);
  const [owner, said] = await Promise.all([gatewayOwner(paths.owner), readGatewayState(paths.state)]);
  if (owner === undefined) return { state: "stopped", platforms: [] };
  return {
    ...{ state: said?.state ?? "starting", pid: owner.pid, startedAt: owner.since },
    platforms: (said?.platforms ?? []).map(({ name, state, reason }) => ({ name, state, problem: reason })),
  };
}

/** Whole lines alone: the first may begin before what is read. Empty where there is no log. */
async function lastLines(path: string): Promise<readonly string[]> {
  const file = await open(path).catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  });
  if (file === undefined) return [];
  try {
    const { size } = await file.stat();
    const start = Math.max(0, size - maxLogBytes);
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(size - start), position: start });
    const lines = buffer.toString("utf8", 0, bytesRead).split("\n");
    return lines.slice(start === 0 ? 0 : 1).filter((line) => line.trim() !== "");
  } finally {
    await file.close();
  }
}

function withoutControls(line: string): string {
  // oxlint-disable-next-line no-control-regex -- they are what is taken out
  return line.replaceAll(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, "");
}

function refusalOf(
  platform: string,
  result: Exclude<PairingApproved, { readonly type: "approved" }>,
): HermesError {
  if (result.type === "locked")
    return new HermesError(
      `Too many wrong codes: pairing on ${platform} is locked until ${new Date(result.untilMs).toISOString()}.`,
      { code: "PAIRING_REFUSED" },
    );
  return new HermesError(
    `No request on ${platform} has this code: it is wrong, used, or older than an hour. ${result.triesLeft} tries left.`,
    { code: "PAIRING_REFUSED" },
  );
}
