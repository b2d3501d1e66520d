import { toFailure } from "../../failure.ts";
import { exitCodes, Stop, type Host } from "../../host.ts";
import type { Choice } from "../../prompt/question.ts";
import type * as GatewayCommands from "../gateway/fill-gateway.ts";
import type { GatewayDesk } from "../gateway/gateway-desk.ts";
import type { Messenger } from "../gateway/messengers.ts";
import type { SetupDesk } from "./setup-desk.ts";
import type { SectionState, SetupSection } from "./setup-section.ts";

/** The messengers in which the agent is spoken to, each set up as by `hermes gateway setup NAME`. */
export function chatsSection(host: Host): SetupSection {
  return {
    name: "chats",
    title: "Chats",
    state: async () => await stateOf(host),
    ask: askChats,
  };
}

async function load(host: Host): Promise<{
  readonly gateway: typeof GatewayCommands;
  readonly desk: GatewayDesk;
}> {
  const [gateway, { gatewayDesk }] = await Promise.all([
    import("../gateway/fill-gateway.ts"),
    import("../gateway/gateway-desk.ts"),
  ]);
  return { gateway, desk: gatewayDesk(host) };
}

async function stateOf(host: Host): Promise<SectionState> {
  const { gateway, desk } = await load(host);
  const labels = (await gateway.messengers(desk)).filter(({ isSetUp }) => isSetUp).map(({ label }) => label);
  return { isSet: labels.length > 0, text: labels.length > 0 ? labels.join(", ") : "none set up" };
}

async function askChats({ host, ...desk }: SetupDesk): Promise<boolean> {
  const { gateway, desk: gatewayDesk } = await load(host);
  let isWritten = false;
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- one messenger after another
    const all = await gateway.messengers(gatewayDesk);
    const done = { id: "done", label: isWritten ? "No more" : "None now" };
    const question = isWritten ? "Another messenger?" : "In which messenger do you want to speak to Hermes?";
    // oxlint-disable-next-line no-await-in-loop
    const answer = await desk.choose(question, { choices: [done, ...all.map(choiceOf)] });
    if (answer?.type !== "choice" || answer.id === "done") break;
    // oxlint-disable-next-line no-await-in-loop
    if (await setUp(answer.id, gateway, gatewayDesk, desk)) isWritten = true;
  }
  if (isWritten) await startGateway(gateway, gatewayDesk, desk);
  return isWritten;
}

function choiceOf({ name, label, isSetUp }: Messenger): Choice {
  return { id: `messenger ${name}`, label: isSetUp ? `${label} (set up)` : label };
}

type Gateway = Awaited<ReturnType<typeof load>>["gateway"];
type Asking = Pick<SetupDesk, "choose" | "say">;

async function setUp(
  id: string,
  gateway: Gateway,
  gatewayDesk: GatewayDesk,
  { say }: Asking,
): Promise<boolean> {
  try {
    return (await gateway.setup(id.slice("messenger ".length), {}, gatewayDesk)) === exitCodes.ok;
  } catch (error) {
    if (error instanceof Stop || gatewayDesk.host.stopped.aborted) throw error;
    // Such as an answer that was left out: others may be set up all the same.
    const { message, hint = "" } = toFailure(error);
    say(`${message} ${hint}`.trim());
    return false;
  }
}

async function startGateway(gateway: Gateway, gatewayDesk: GatewayDesk, { choose }: Asking): Promise<void> {
  const answer = await choose("The gateway serves your chats. Shall it run?", {
    choices: [
      { id: "start", label: "Start it now" },
      { id: "install", label: "Start it now, and whenever this machine starts" },
      { id: "no", label: "Not now" },
    ],
  });
  if (answer?.type !== "choice" || answer.id === "no") return;
  if (answer.id === "install") await gateway.install({}, gatewayDesk);
  else await gateway.start(gatewayDesk);
}
