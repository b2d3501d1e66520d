import { refused } from "../errors/refusal.ts";
import type { CallHandlers } from "./call.ts";
import { the } from "./the.ts";

const defaultLines = 200;

/** Calls about the gateway, and about who may speak to it. */
export const gatewayCalls: CallHandlers<
  "getGateway" | "getGatewayLog" | "listPairings" | "approvePairing" | "revokePairing"
> = {
  getGateway: async ({ home }) => (await home.gateway?.info()) ?? { state: "stopped", platforms: [] },
  getGatewayLog: async ({ home, query: { limit = defaultLines } }) => ({
    lines: await the(home, "gateway").log({ limit }),
  }),
  listPairings: async ({ home }) => await the(home, "gateway").pairings(),
  async approvePairing({ home, body }) {
    const gateway = the(home, "gateway");
    await gateway.approve(body);
    return await gateway.pairings();
  },
  async revokePairing({ home, body }) {
    const gateway = the(home, "gateway");
    if (!(await gateway.revoke(body)))
      throw refused("API_NOT_FOUND", `Nobody with the id "${body.userId}" was let in.`);
    return await gateway.pairings();
  },
};
