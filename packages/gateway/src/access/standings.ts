import type { Tier } from "../chat/chat-sessions.ts";
import type { AccessSettings, SharedAccessSettings } from "./access-settings.ts";
import { decideAccess, standingOf } from "./decide-access.ts";
import type { AccessQuestion, AccessRules, AccessVerdict } from "./decide-access.ts";
import type { Pairing } from "./pairing/pairing.ts";

/** Matches the settings of `@hermes/config` by shape. */
export interface GatewayAccessSettings {
  readonly gateway: SharedAccessSettings & { readonly cwd?: string | undefined };
  readonly platforms: Readonly<Record<string, AccessSettings>>;
}

export interface StandingsOptions {
  /** Asked at each message, so that settings that were read again count. */
  readonly settings: () => GatewayAccessSettings;
  readonly pairing: Pick<Pairing, "tierOf">;
  /** Owners of a platform for which none are set, such as the user of this machine on `local`. */
  readonly ownersByDefault?: Readonly<Record<string, readonly string[]>> | undefined;
  /** Platforms that let in nobody but whom they have checked by themselves; see `Platform.admits`. @default none */
  readonly admitting?: (() => readonly string[]) | undefined;
}

/** What people are, by what is set and who was let in, now. */
export interface Standings {
  decide(asked: AccessQuestion, platform: string): Promise<AccessVerdict>;
  /** Undefined: a stranger. Bots are strangers. */
  tierOf(sender: AccessQuestion["sender"], chat: AskedChat): Promise<Tier | undefined>;
}

export interface AskedChat {
  readonly at: AccessQuestion["at"] & { readonly platform: string };
  readonly chatKind: AccessQuestion["chatKind"];
}

export function createStandings(options: StandingsOptions): Standings {
  const { settings, pairing, ownersByDefault, admitting = () => [] } = options;
  return {
    decide: async (asked, platform) => decideAccess(asked, await rulesFor(platform, asked.sender.userId)),
    async tierOf(sender, { at, chatKind }) {
      if (sender.isBot) return undefined;
      return standingOf({ at, chatKind, sender }, await rulesFor(at.platform, sender.userId))?.tier;
    },
  };

  async function rulesFor(name: string, userId: string): Promise<AccessRules> {
    const { gateway: shared, platforms } = settings();
    const set = Object.hasOwn(platforms, name) ? platforms[name] : undefined;
    const owners = set?.owners ?? ownersByDefault?.[name];
    const platform = owners === undefined ? (set ?? {}) : { ...set, owners };
    const isAdmitted = admitting().includes(name);
    return {
      ...{ platform, shared, isAdmitted },
      paired: userId === "" ? undefined : await pairing.tierOf(name, userId),
    };
  }
}
