import { keepLogin, lastFour } from "@hermes/models/credentials";
import type { Login, UsableLoginServer } from "@hermes/models/logins";
import { usageError } from "../../failure.ts";
import { exitCodes, Stop, type Host } from "../../host.ts";
import { interruptible } from "../../interruptible.ts";
import { questionsOnTerminal } from "../../prompt/questions-on-terminal.ts";
import { localTime } from "../../render/local-time.ts";
import { wrap } from "../../render/wrap.ts";
import { visibleText } from "../../render/visible-text.ts";
import { addressOf, providerNamed } from "./add.ts";
import { openAuthFile } from "./open-auth-file.ts";
import { openBrowser } from "./open-browser.ts";

export interface LoginFlags {
  readonly browser?: boolean | undefined;
  /** False: `--no-open`. */
  readonly open?: boolean | undefined;
  readonly label?: string | undefined;
  readonly baseUrl?: string | undefined;
  readonly json?: boolean | undefined;
}

/** `hermes login`. What to do goes to standard error, the outcome to standard output. Nothing is kept before all is known. */
export async function logIn(name: string | undefined, flags: LoginFlags, host: Host): Promise<number> {
  const { findLoginServer, loginServers } = await import("@hermes/models/logins");
  if (name === undefined) {
    const each = loginServers.map(({ provider }) => provider).join(", ");
    throw usageError(`Whose login? There are logins to ${each}: hermes login ${loginServers[0]?.provider}`);
  }
  const row = providerNamed(name);
  const { file, loaded } = await openAuthFile(host);
  const server = findLoginServer(row.id, loaded.settings.logins);
  const address = addressOf(row, flags.baseUrl);
  if (flags.browser && server.authorizeUrl === undefined)
    throw usageError(`${server.label} has no login in a browser, only one with a code. Leave out --browser.`);
  const login = await ask(server, flags, host);
  const { accessToken, expiresAt, refreshToken } = login;
  const entry = await keepLogin(file, {
    ...login,
    provider: row.id,
    label: flags.label,
    baseUrl: flags.baseUrl === undefined ? undefined : address,
    renewal: server.givesKey ? undefined : { tokenUrl: server.tokenUrl, clientId: server.clientId },
  });
  const kept = {
    ...{
      id: entry.id,
      provider: row.id,
      label: entry.label,
      ending: lastFour(accessToken),
      baseUrl: address,
    },
    ...(expiresAt === undefined ? {} : { expiresAt, renews: refreshToken !== undefined }),
  };
  const origin = URL.parse(address)?.origin ?? address;
  host.stdout.write(
    flags.json
      ? `${JSON.stringify(kept, null, 2)}\n`
      : `Logged in to ${server.label}: ${entry.label} ${kept.ending} (${entry.id})${endOf(login)}; it is sent to ${origin} alone.\n`,
  );
  return exitCodes.ok;
}

function endOf({ expiresAt, refreshToken }: Login): string {
  if (expiresAt === undefined) return "";
  return `, ${refreshToken === undefined ? "ends" : "renewed"} at ${localTime(expiresAt)}`;
}

async function ask(server: UsableLoginServer, flags: LoginFlags, host: Host): Promise<Login> {
  const { browserLogin, deviceLogin } = await import("@hermes/models/logins");
  using work = interruptible(host);
  const { signal } = work;
  const say = (line: string): void => void host.stderr.write(`${line}\n`);
  const open = async (url: string): Promise<void> => {
    if (flags.open === false) return;
    const opened = await openBrowser(url, { env: host.env, platform: process.platform });
    if (opened) say("It was opened in your browser.");
  };
  if (server.deviceUrl !== undefined && !flags.browser) {
    return await deviceLogin(server, {
      signal,
      show: async ({ userCode, url, completeUrl, expiresAt }) => {
        say(`Open ${visibleText(url)} on any device, and enter the code ${visibleText(userCode)}`);
        if (completeUrl !== undefined) say(`With the code in it: ${visibleText(completeUrl)}`);
        say(`Waiting for your yes until ${localTime(expiresAt)}; Ctrl-C ends it.`);
        await open(completeUrl ?? url);
      },
    });
  }
  const questions = questionsOnTerminal(host);
  const paste = async (until: AbortSignal, wrong?: string): Promise<string | undefined> => {
    const outcome = await questions.put(
      {
        question: "The address of that page, or the code on it?",
        prompt: "Address or code:",
        said: (columns) => (wrong === undefined ? [] : wrap(wrong, { columns })),
        choices: [],
        ownWords: "address or code",
        allowEmpty: true,
      },
      { signal: until },
    );
    if (outcome.type === "interrupt")
      throw new Stop("The person interrupted the login.", exitCodes.interrupted);
    return outcome.type === "words" ? outcome.text : undefined;
  };
  return await browserLogin(server, {
    signal,
    show: async (url) => {
      say(`Open this page in a browser, and say yes there:\n\n  ${url}\n`);
      await open(url);
      say(
        host.stdinIsTerminal
          ? "If that browser runs on another machine, it can't show its last page: paste the address of that page here."
          : "Waiting for the browser; Ctrl-C ends it.",
      );
    },
    paste: host.stdinIsTerminal ? paste : undefined,
  });
}
