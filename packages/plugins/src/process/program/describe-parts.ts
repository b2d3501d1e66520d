import { pluginKinds } from "../../manifest/plugin-kinds.ts";

/** What the parts of a module say of themselves: their data without their functions. */
export function describeParts(parts: object): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(parts)
      .filter(([, named]) => named !== undefined)
      .map(([kind, named]) => [
        kind,
        kind === "hooks" ? Object.keys(partsOf(kind, named)) : partsOf(kind, named),
      ]),
  );
}

function partsOf(kind: string, named: unknown): object {
  if (!pluginKinds.some((known) => known === kind && known !== "skins"))
    throw new TypeError(`Its module gives "${kind}", which is no kind of part.`);
  if (typeof named !== "object" || named === null)
    throw new TypeError(`"${kind}" of its module is no object of parts by their names.`);
  return named;
}
