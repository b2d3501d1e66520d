import { findProvider } from "@hermes/models";
import type { Host } from "../../host.ts";
import { applyModel } from "./apply-model.ts";
import { takesNoKey } from "./ask-for-key.ts";
import { choosePlace } from "./choose-place.ts";
import { namedPlace } from "./named-place.ts";
import type { SetupDesk } from "./setup-desk.ts";
import type { SetupFlags } from "./setup-flags.ts";
import type { SectionState, SetupSection } from "./setup-section.ts";
import { usePlace } from "./use-place.ts";
import { loadHome, withHomeRuntime } from "./with-home-runtime.ts";

/** Where the model is had, its key and its name, tried before anything is written. */
export function modelSection(host: Host, flags: SetupFlags): SetupSection {
  return {
    name: "model",
    title: "Model",
    state: async () => await stateOf(host),
    ask: async (desk) => await askModel(desk, flags),
    apply: async (given) => await applyModel(host, given),
  };
}

async function stateOf(host: Host): Promise<SectionState> {
  const [status] = await withHomeRuntime(host, async ({ runtime }) => await runtime.modelStatus());
  if (status?.model === undefined) return { isSet: false, text: status?.reason ?? "none" };
  const { model, provider = "", keySource } = status;
  const row = findProvider(provider);
  const needsKey = row?.keyVariable !== undefined && !takesNoKey({ row });
  if (keySource === "none" && needsKey) return { isSet: false, text: `there is no key for ${row.label}` };
  return { isSet: true, text: `${model} of ${provider}${keySource === "none" ? "" : `, key: ${keySource}`}` };
}

async function askModel(desk: SetupDesk, flags: SetupFlags): Promise<boolean> {
  let place = namedPlace(flags);
  for (;;) {
    if (place === undefined) {
      // oxlint-disable-next-line no-await-in-loop -- until one works, or the person has enough
      const [loaded, { isSet, text }] = await Promise.all([loadHome(desk.host), stateOf(desk.host)]);
      // oxlint-disable-next-line no-await-in-loop
      place = await choosePlace(desk, { loaded, now: isSet ? text : undefined });
    }
    if (place === undefined) return false;
    // oxlint-disable-next-line no-await-in-loop
    const end = await usePlace(desk, place, flags);
    if (end !== "another-place") return end === "kept";
    place = undefined;
  }
}
