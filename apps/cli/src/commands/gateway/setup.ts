import type { Platform, SetupQuestion } from "@hermes/gateway";
import { fromVariables } from "@hermes/gateway-app";
import { HermesError } from "@hermes/registry/errors";
import { toFailure, usageError } from "../../failure.ts";
import { exitCodes } from "../../host.ts";
import { cleanText } from "../../render/clean-text.ts";
import { printLines, printRemark } from "../../render/print.ts";
import { wrap } from "../../render/wrap.ts";
import type { GatewayDesk } from "./gateway-desk.ts";
import { withHome } from "./with-home.ts";

export interface SetupFlags {
  /** Ids of users, with commas. */
  readonly allow?: string | undefined;
}

type Setup = NonNullable<Platform["setup"]>;

const tryMs = 15_000;

/** What commands of ours do for it; the platforms know none. */
const ownSteps: Readonly<Record<string, readonly string[]>> = {
  signal: ["Once the daemon runs, this links the account that your phone has: hermes signal link"],
  slack: ["The manifest is what this prints: hermes slack manifest"],
};

/** `hermes gateway setup`: asks for what a platform needs, tries it at once, and writes it into `.env`. Ends early without a change. */
export async function setup(
  name: string | undefined,
  { allow }: SetupFlags,
  desk: GatewayDesk,
): Promise<number> {
  const { host } = desk;
  const { known, problems, loaded } = await withHome(desk, async ({ home }) => home);
  const platform = await chosen(name, known, problems, desk);
  const { label, setup: steps } = platform;
  if (steps === undefined) throw nothingToSetUp(platform);
  if (host.stdinIsTerminal)
    printLines(host, [
      `${label}:`,
      ...[...steps.steps, ...(ownSteps[platform.name] ?? [])].flatMap((step) =>
        wrap(step, { columns: host.stdout.columns, indent: 2 }),
      ),
    ]);
  const answers = await answersTo(steps.questions, platform, loaded.env, desk);
  const written = loaded.settings.platforms[platform.name];
  const parsed = platform.settings.safeParse({
    ...{ ...written, ...fromVariables(platform, loaded.env) },
    ...Object.fromEntries(answers.map(({ key, value }) => [key, value])),
  });
  if (!parsed.success) {
    const [{ path = [], message = "is not right" } = {}] = parsed.error.issues;
    const key = path.map(String).join(".");
    const { variable = key } = answers.find((answer) => answer.key === key) ?? {};
    throw usageError(`${variable} ${message}. Nothing was written.`);
  }
  if (!platform.isConfigured(parsed.data))
    throw usageError(`${label} needs more than that. Nothing was written.`);
  try {
    const signal = AbortSignal.any([AbortSignal.timeout(tryMs), host.stopped]);
    const as = await steps.identify(parsed.data, { fetch: globalThis.fetch, signal });
    printLines(host, [`It works: ${cleanText(as)}.`]);
  } catch (error) {
    const { message, hint = "" } = saidBy(error);
    printRemark(host, `${cleanText(message)} ${cleanText(hint)} Nothing was written.`.replaceAll("  ", " "));
    return host.stopped.aborted ? exitCodes.interrupted : exitCodes.failed;
  }
  const users = await usersOf(allow, platform, steps.userId, desk);
  await keepVariables(desk, {
    ...Object.fromEntries(answers.map(({ variable, value }) => [variable, value])),
    ...(users.length === 0 ? {} : { [variableOf(platform, "ALLOWED_USERS")]: users.join(",") }),
  });
  const { gateway } = loaded.settings;
  printLines(host, [
    `Written: ${loaded.envPath}`,
    ...(steps.next?.(parsed.data, gateway.public_url) ?? []),
    ...whoMaySpeak(platform, users),
    "Start it: hermes gateway start",
  ]);
  return exitCodes.ok;
}

/** The errors of a plug-in may be of a class of its own. */
function saidBy(error: unknown): { readonly message: string; readonly hint?: string | undefined } {
  if (HermesError.is(error) || !(error instanceof Error)) return toFailure(error);
  const hint: unknown = "hint" in error ? error.hint : undefined;
  return { message: error.message, hint: typeof hint === "string" ? hint : undefined };
}

async function chosen(
  name: string | undefined,
  known: readonly Platform[],
  problems: readonly { readonly name: string; readonly reason: string; readonly hint: string }[],
  desk: GatewayDesk,
): Promise<Platform> {
  const offered = known.filter((platform) => platform.setup !== undefined);
  // A pipe that names none is one with a token of Telegram, which was the only one.
  const wanted =
    name ??
    (desk.host.stdinIsTerminal
      ? await desk.choose(
          "Which messenger?",
          offered.map(({ name: id, label }) => ({ id, label, words: [id] })),
        )
      : "telegram");
  if (wanted === "") throw usageError("No messenger was chosen. Nothing was written.");
  const found = known.find((platform) => platform.name === wanted);
  if (found !== undefined) return found;
  const problem = problems.find((each) => each.name === wanted);
  if (problem !== undefined)
    throw new HermesError(problem.reason, { code: "PLATFORM_UNREACHABLE", hint: problem.hint });
  throw usageError(
    `There is no messenger "${wanted}". Those that can be set up: ${offered.map((each) => each.name).join(", ")}.`,
  );
}

function nothingToSetUp({ name, label, environment }: Platform): HermesError {
  const variables = Object.keys(environment);
  if (variables.length > 0)
    return usageError(
      `${label} (${name}) asks nothing here: set ${variables.join(", ")}, or platforms.${name} in config.yaml (docs/platforms/${name}.md).`,
    );
  return usageError(
    `${label} (${name}) asks nothing here. To switch it on: hermes config set platforms.${name}.enabled true`,
  );
}

interface Answer {
  readonly key: string;
  readonly variable: string;
  readonly value: string;
}

/** What is set already may stay. */
async function answersTo(
  questions: readonly SetupQuestion[],
  platform: Platform,
  env: Readonly<Record<string, string | undefined>>,
  desk: GatewayDesk,
): Promise<readonly Answer[]> {
  const set = fromVariables(platform, env);
  const answers: Answer[] = [];
  for (const { key, question, secret, optional = false } of questions) {
    const variable = Object.entries(platform.environment).find(([, setting]) => setting === key)?.[0];
    if (variable === undefined) throw new TypeError(`No variable stands for ${platform.name}.${key}.`);
    const isSet = set[key] !== undefined;
    const empty = isSet
      ? ". Empty: as it is"
      : optional && !/\bempty:/i.test(question)
        ? ". Empty: none"
        : "";
    const text = `${question}${empty}`;
    // oxlint-disable-next-line no-await-in-loop -- one question after another
    const value = (await (secret ? desk.askSecret(text) : desk.askLine(text))).trim();
    if (value !== "") answers.push({ key, variable, value });
    else if (!isSet && !optional) throw usageError(`Nothing was given: ${question}. Nothing was written.`);
  }
  return answers;
}

async function usersOf(
  allow: string | undefined,
  { label, admits }: Platform,
  userId: Setup["userId"],
  desk: GatewayDesk,
): Promise<readonly string[]> {
  if (userId === undefined || (admits === true && allow === undefined)) return [];
  const given =
    allow ??
    (await desk.askLine(
      `Your own id at ${label} (${userId.hint}). Empty: who writes gets a code that you approve here`,
    ));
  const ids = given.split(/[\s,]+/).filter((id) => id !== "");
  const wrong = ids.find((id) => id !== "*" && !userId.pattern.test(id));
  if (wrong !== undefined)
    throw usageError(`"${wrong}" is no id of a user: ${userId.hint}. Nothing was written.`);
  return ids;
}

function whoMaySpeak(platform: Platform, users: readonly string[]): readonly string[] {
  if (platform.admits === true || platform.setup?.userId === undefined) return [];
  if (users.length === 0)
    return [`Write to it, then let yourself in: hermes pairing approve ${platform.name} CODE --owner`];
  if (users.length === 1 && users[0] !== "*")
    return ["That one user is the owner: all tools, and approvals."];
  const owners = variableOf(platform, "OWNERS");
  return [`Who is on a list of several may speak, without commands and files; ${owners} names owners.`];
}

function variableOf({ name }: Platform, ending: string): string {
  return `${name.toUpperCase().replaceAll("-", "_")}_${ending}`;
}

/** The person has just said what is written; what somebody else had changed before is not taken up with it. */
export async function keepVariables(
  { host, load, createRuntime }: GatewayDesk,
  variables: Readonly<Record<string, string>>,
): Promise<void> {
  const loaded = await load();
  await using runtime = createRuntime({ loaded, env: loaded.env, cwd: host.cwd, platform: "cli" });
  await (await runtime.settings()).changeVariables(variables);
}
