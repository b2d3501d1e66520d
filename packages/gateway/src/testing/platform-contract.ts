import { connectionCases } from "./contract/connection-cases.ts";
import { faultCases } from "./contract/fault-cases.ts";
import { inboundCases } from "./contract/inbound-cases.ts";
import { outboundCases } from "./contract/outbound-cases.ts";
import type { ContractCheck, PlatformPlace } from "./contract/platform-place.ts";

export interface PlatformContractOptions<Settings> {
  /** Registers one test, such as vitest's `test`. */
  readonly test: (name: string, run: () => Promise<void>) => void;
  /** A place of its own for each test. */
  readonly open: () => Promise<PlatformPlace<Settings>>;
}

/** Registers the tests that every platform passes: what `Platform` and `PlatformConnection` promise. */
export function platformContract<Settings>(options: PlatformContractOptions<Settings>): void {
  const check: ContractCheck<Settings> = (name, run) =>
    options.test(name, async () => {
      const place = await options.open();
      try {
        await run(place);
      } finally {
        await place[Symbol.asyncDispose]();
      }
    });
  connectionCases(check);
  inboundCases(check);
  outboundCases(check);
  faultCases(check);
}
