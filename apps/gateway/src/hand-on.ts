import type { Delivery, PlatformHost } from "@hermes/gateway";
import { HermesError } from "@hermes/registry";

/** What a platform hands on goes into the outbox of another chat, as what anybody sends. */
export function handOn(delivery: Pick<Delivery, "send">): NonNullable<PlatformHost["deliver"]> {
  return async (target, { key, markdown, file }) => {
    const files = file === undefined ? [] : [file];
    const result = await delivery.send({ target, text: markdown, key, files });
    if (result.type === "problem")
      throw new HermesError(result.problem, { code: "PLATFORM_NO_TARGET", hint: result.hint });
  };
}
