import type { Host } from "../../host.ts";
import { oneLine } from "../../render/fit.ts";
import type { Offer } from "./offer.ts";
import { takesValue, visibleCommands, type Place } from "./place-of.ts";
import type { LiveKind } from "./live-values.ts";
import { argumentKind, optionKind, type ValueKind } from "./value-kinds.ts";

export interface Offers {
  readonly offers: readonly Offer[];
  /** What the shell completes besides. */
  readonly files: "none" | "files" | "folders";
  /** What is typed of it. */
  readonly typed: string;
  /** What of the word stands before that. */
  readonly before: string;
}

/** Everything that could stand at a place; the shell takes what begins with what is typed. */
export async function offersAt(place: Place, host: Host): Promise<Offers> {
  const { typed, before } = place;
  const kind = kindAt(place);
  const list = place.option?.argChoices === undefined && kind === "toolset" ? listed(typed) : "";
  const at = { typed: typed.slice(list.length), before: before + list };
  const offers = await found(place, kind, { ...at, host });
  return {
    ...at,
    offers: offers
      .map(({ value, description }) => ({ value, description: oneLine(description) }))
      // Nobody can type what would end the line.
      .filter(({ value }) => value !== "" && value === oneLine(value)),
    files: kind === "file" ? "files" : kind === "folder" ? "folders" : "none",
  };
}

interface Asked {
  readonly typed: string;
  readonly host: Host;
}

async function found(place: Place, kind: ValueKind | undefined, asked: Asked): Promise<readonly Offer[]> {
  const { option, typed, isHelp, isProfile, isRest } = place;
  if (isProfile) return await live("profile", place, asked);
  if (isHelp) return commandsAt(place);
  if (option === undefined && typed.startsWith("-") && !isRest) return optionsOf(place);
  const choices = option === undefined ? argumentOf(place)?.argChoices : option.argChoices;
  if (choices !== undefined) return choices.map((value) => ({ value, description: "" }));
  if (option === undefined) {
    const commands = commandsAt(place);
    if (commands.length > 0) return commands;
  }
  if (kind !== undefined && kind !== "file" && kind !== "folder") return await live(kind, place, asked);
  const takesMore = option !== undefined || kind !== undefined || argumentOf(place) !== undefined;
  return takesMore || isRest ? [] : optionsOf(place);
}

async function live(kind: LiveKind, { operands }: Place, asked: Asked): Promise<readonly Offer[]> {
  const { liveValues } = await import("./live-values.ts");
  return await liveValues(kind, { ...asked, operands });
}

/** Of a list with commas: what is typed before the last name. */
function listed(typed: string): string {
  return typed.slice(0, typed.lastIndexOf(",") + 1);
}

function commandsAt({ command, operands }: Place): readonly Offer[] {
  if (operands.length > 0) return [];
  return visibleCommands(command).map((each) => ({ value: each.name(), description: each.description() }));
}

function optionsOf({ command, given, typed }: Place): readonly Offer[] {
  const options = command.createHelp().visibleOptions(command);
  return options
    .filter((option) => !given.includes(option) || option.variadic || takesValue(option))
    .flatMap(({ long, short, description }) => {
      const flags = typed === "-" ? [long, short] : [long ?? short];
      return flags.flatMap((flag) => (flag ? [{ value: flag, description }] : []));
    });
}

function argumentOf({
  command,
  operands,
}: Place): Place["command"]["registeredArguments"][number] | undefined {
  const { registeredArguments: all } = command;
  const last = all.at(-1);
  return all[operands.length] ?? (last?.variadic ? last : undefined);
}

function kindAt(place: Place): ValueKind | undefined {
  if (place.isProfile) return "profile";
  if (place.option !== undefined) return optionKind(place.option);
  const argument = argumentOf(place);
  return argument === undefined ? undefined : argumentKind(place.path, argument.name());
}
