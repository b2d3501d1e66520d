import type { PartNames } from "@hermes/runtime";
import type { Host } from "../host.ts";

/** What this program has of its own: no plug-in can have a command or a skin of these names. */
export async function partNames(host: Host): Promise<PartNames> {
  const [{ createProgram }, { builtinSkins }] = await Promise.all([
    import("../program.ts"),
    import("../skin/builtin-skins.ts"),
  ]);
  const { commands } = createProgram(host, () => undefined);
  return {
    programs: commands.flatMap((command) => [command.name(), ...command.aliases()]),
    skins: builtinSkins.map(({ name }) => name),
  };
}
