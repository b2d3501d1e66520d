import { fromVariables } from "@hermes/gateway-app";
import type { GatewayDesk } from "./gateway-desk.ts";
import { withHome } from "./with-home.ts";

/** A messenger that can be set up by questions. */
export interface Messenger {
  readonly name: string;
  readonly label: string;
  readonly isSetUp: boolean;
}

/** What `hermes gateway setup` knows, those of plug-ins among them, and what of it is set up. */
export async function messengers(desk: GatewayDesk): Promise<readonly Messenger[]> {
  const { known, loaded } = await withHome(desk, async ({ home }) => home);
  return known
    .filter((platform) => platform.setup !== undefined)
    .map((platform) => {
      const written = loaded.settings.platforms[platform.name];
      const parsed = platform.settings.safeParse({ ...written, ...fromVariables(platform, loaded.env) });
      const isSetUp = parsed.success && platform.isConfigured(parsed.data) && written?.enabled !== false;
      return { name: platform.name, label: platform.label, isSetUp };
    });
}
