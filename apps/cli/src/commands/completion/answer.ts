import type { Command } from "commander";
import { exitCodes, type Host } from "../../host.ts";
import { fillCommands } from "./fill-commands.ts";
import { offersAt } from "./offers-at.ts";
import { placeOf } from "./place-of.ts";
import { withoutProfile } from "./without-profile.ts";
import { isShell, type Shell } from "./shells.ts";
import { bashLines, wordsOfLine } from "./for-bash.ts";
import { fishLines, typedInFish } from "./for-fish.ts";
import { zshLines } from "./for-zsh.ts";

export interface AnswerOptions {
  readonly shell: string;
  readonly words: readonly string[];
  readonly program: Command;
  readonly host: Host;
}

/** `hermes __complete`: what could stand where the cursor is. Says nothing else, whatever goes wrong: the person is typing. */
export async function answer({ shell, words, program, host }: AnswerOptions): Promise<number> {
  if (!isShell(shell)) return exitCodes.usage;
  try {
    host.stdout.write(await textFor(shell, words, program, host));
    return exitCodes.ok;
  } catch {
    return exitCodes.failed;
  }
}

async function textFor(
  shell: Shell,
  words: readonly string[],
  program: Command,
  host: Host,
): Promise<string> {
  const line = shell === "bash" ? wordsOfLine(words[0] ?? "") : undefined;
  const typed = line?.words ?? (shell === "fish" ? typedInFish(words) : words);
  const { args, env } = withoutProfile(typed, host.env);
  const place = await placeOf(program, args, async (command, path) => {
    await fillCommands(program, command, path);
  });
  const offers = await offersAt(place, { ...host, env });
  // What others wrote can't add a line, or a column to one.
  const lines =
    line !== undefined
      ? bashLines(offers, { ...line, held: words[1] ?? "" })
      : shell === "fish"
        ? fishLines(offers)
        : zshLines(offers);
  return [offers.files, ...lines].map((each) => `${each}\n`).join("");
}
