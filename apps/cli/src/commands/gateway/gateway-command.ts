import { HermesError } from "@hermes/registry/errors";

/** What starts `hermes gateway run` as this program was started. */
export function gatewayCommand(): readonly [program: string, ...args: string[]] {
  return programCommand("gateway", "run");
}

/** What starts this program again, with other words. */
export function programCommand(...words: readonly string[]): readonly [program: string, ...args: string[]] {
  const [program, script] = process.argv;
  if (program === undefined || script === undefined)
    throw new HermesError("It is not known how this program was started.", {
      code: "CLI_NO_SERVICE",
      hint: `Run it by hand: hermes ${words.join(" ")}`,
    });
  return [program, script, ...words];
}
