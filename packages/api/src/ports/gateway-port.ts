import type { GatewayInfo, PairedPerson, PairingApproval, PairingsInfo } from "@hermes/client/contract";

/** The gateway of a home, whether it runs or not, and who may speak to it. */
export interface GatewayPort {
  info(): Promise<GatewayInfo>;
  /** The last lines of its log, without secrets and control characters. */
  log(options: { readonly limit: number }): Promise<readonly string[]>;
  pairings(): Promise<PairingsInfo>;
  /** @throws {HermesError} `PAIRING_REFUSED` where the code is wrong, used, too old, or the platform is locked. */
  approve(approval: PairingApproval): Promise<void>;
  /** @returns false where nobody of that id was let in. */
  revoke(person: PairedPerson): Promise<boolean>;
}
