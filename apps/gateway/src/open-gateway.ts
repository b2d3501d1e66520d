import type { ControllerPorts } from "@hermes/agent-loop/controller";
import type { Heartbeats } from "@hermes/cron";
import type { LoadedSettings } from "@hermes/config";
import {
  adoptApproved,
  createGateway,
  createReadMedia,
  createSendMessageTool,
  createSpokenReplies,
  sethomeCommand,
  whoamiCommand,
} from "@hermes/gateway";
import type {
  Delivery,
  Gateway,
  GatewayOptions,
  Log,
  ReadMediaOptions,
  SpokenReplies,
} from "@hermes/gateway";
import { commandHint } from "@hermes/runtime/hints";
import type { PluginsForSpeech, Runtime, RuntimeOptions } from "@hermes/runtime";
import { homedir } from "node:os";
import { chatAccess, isOwner } from "./chat-access.ts";
import { gatewayMigrations, openGatewayHome } from "./gateway-home.ts";
import type { JobOrigin } from "@hermes/cron";
import type { GatewayHome } from "./gateway-home.ts";
import { handOn } from "./hand-on.ts";
import { holdSignIns } from "./hold-sign-ins.ts";
import { openHeartbeats } from "./heartbeat/open-heartbeats.ts";
import { openGatewayHooks } from "./gateway-hooks.ts";
import type { OpenGatewayHooks } from "./gateway-hooks.ts";
import { openGatewayLog } from "./gateway-log.ts";
import { gatewayPaths } from "./gateway-paths.ts";
import { listenerOptions } from "./listener-options.ts";
import { runtimeSessions } from "./runtime-sessions.ts";
import type { PlatformProblem } from "./known-platforms.ts";
import { webhookRoute } from "./webhook-route.ts";

export interface OpenGatewayOptions
  extends
    Pick<GatewayOptions, "onHealth" | "limits">,
    Pick<RuntimeOptions, "bundledSkills" | "model" | "http"> {
  readonly loaded: LoadedSettings;
  /** That of `@hermes/runtime`, which the program around has loaded anyway. */
  readonly createRuntime: (options: RuntimeOptions) => Runtime;
  /** What commands of chats need of the program around. @default skills, approvals, usage and what sessions there are */
  readonly ports?: ((runtime: Runtime, chat: JobOrigin) => ControllerPorts) | undefined;
  readonly onWarning: (message: string) => void;
}

export interface OpenGateway extends AsyncDisposable {
  readonly gateway: Gateway;
  readonly runtime: Runtime;
  readonly home: GatewayHome;
  /** They begin with `start`. */
  readonly heartbeats: Heartbeats;
  readonly problems: readonly PlatformProblem[];
  readonly log: Log;
}

/** Puts the gateway of a home together: settings, runtime, store, platforms. Nothing is heard before `gateway.start`. */
export async function openGateway(options: OpenGatewayOptions): Promise<OpenGateway> {
  const { loaded, createRuntime, bundledSkills, model, onWarning } = options;
  const { env, home: folder } = loaded;
  const paths = gatewayPaths(folder);
  let home: GatewayHome | undefined;
  // Asked with the first route: by then it is known what of the settings counts, and which platforms there are.
  const { http = () => listenerOptions((home?.loaded ?? loaded).settings, home?.served ?? []) } = options;
  const runtime = createRuntime({
    ...{ loaded, env, bundledSkills, model, http, onWarning },
    // Sessions of owners name the folder of the settings that count.
    cwd: env["HOME"] ?? homedir(),
    platform: "gateway",
    migrations: gatewayMigrations,
    tools: [
      createSendMessageTool({
        delivery: deliveryOf(() => home),
        mayUse: async (origin) => home !== undefined && (await isOwner(origin, home)),
      }),
    ],
  });
  let giveBack = async (): Promise<void> => undefined;
  let told: OpenGatewayHooks | undefined;
  try {
    const redact = await runtime.redactor();
    const log = openGatewayLog({ path: paths.log, redact });
    home = await openGatewayHome({ runtime });
    const { store, pairing, homes, presentation } = home;
    const bots = await holdSignIns(folder, home.served);
    giveBack = async () => await bots.giveBack();
    const { served } = bots;
    const problems = [...home.problems, ...bots.problems];
    await adoptApproved(pairing, { home: folder, warn: (text) => log("warn", text) });
    const platforms = served.map(({ platform }) => platform);
    const access = await chatAccess({ ...{ runtime, home, platforms, redact, log } });
    const { ports = () => ({}) } = options;
    const { approvals } = await runtime.store();
    const hooks = (told = await openGatewayHooks({ runtime, log, onWarning, home: folder }));
    const gateway = createGateway({
      ...{ store, access, presentation, platforms: served, redact, log },
      ...{ onHealth: options.onHealth, limits: options.limits, hooks: hooks.hooks },
      hintOf: commandHint,
      sessions: runtimeSessions(runtime),
      readMedia: createReadMedia({
        ...{ cache: paths.cache, transcribe: await transcriberOf(home, runtime) },
        // The runtime makes them smaller, and has them described for a model that sees none.
        ...{ readsImages: true, maxImageBytes: 20_000_000 },
      }),
      spokenReplies: await spokenRepliesOf(home, runtime, paths.cache),
      commands: [whoamiCommand(store.chats), sethomeCommand(store.chats, homes)],
      // A skill that is typed as a command is text of the owner.
      controllerPorts: ({ tier, at, userId }) => ({
        approvals,
        ...ports(runtime, { ...at, userId }),
        ...(tier === "owner" ? {} : { skills: undefined, cron: undefined, personalities: undefined }),
      }),
      route: webhookRoute(runtime.http),
      deliver: handOn(home.delivery),
    });
    const heartbeats = await openHeartbeats({ runtime, home, gateway, log });
    return {
      ...{ gateway, runtime, home, heartbeats, problems, log },
      async [Symbol.asyncDispose]() {
        await heartbeats.close();
        await gateway.close();
        await hooks[Symbol.asyncDispose]();
        await bots.giveBack();
        await runtime[Symbol.asyncDispose]();
      },
    };
  } catch (error) {
    await giveBack();
    await told?.[Symbol.asyncDispose]();
    await runtime[Symbol.asyncDispose]();
    throw error;
  }
}

/** The program around has loaded the runtime anyway. */
async function transcriberOf(
  { loaded }: GatewayHome,
  runtime: Runtime,
): Promise<ReadMediaOptions["transcribe"]> {
  const { homeTranscriber } = await import("@hermes/runtime");
  return await homeTranscriber(loaded, pluginsOf(runtime));
}

async function spokenRepliesOf(
  { loaded }: GatewayHome,
  runtime: Runtime,
  cache: string,
): Promise<SpokenReplies> {
  const { homeSpeaker } = await import("@hermes/runtime");
  const mode = loaded.settings.voice.auto_tts ? "voice_only" : "off";
  return createSpokenReplies({ cache, mode, ...(await homeSpeaker(loaded, pluginsOf(runtime))) });
}

function pluginsOf(runtime: Runtime): PluginsForSpeech {
  return async () => await (await runtime.plugins()).used();
}

/** The tool is made before the store is open. */
function deliveryOf(home: () => GatewayHome | undefined): Delivery {
  const opened = (): Delivery => {
    const found = home()?.delivery;
    if (found === undefined) throw new Error("The gateway is not open yet.");
    return found;
  };
  return {
    get directory() {
      return opened().directory;
    },
    resolve: async (target, origin) => await opened().resolve(target, origin),
    send: async (request) => await opened().send(request),
  };
}
