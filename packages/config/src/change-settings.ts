import { HermesError } from "@hermes/registry";
import type { SettingsPath } from "./settings-tree.ts";

export interface SettingChange {
  readonly path: SettingsPath;
  /** Undefined: the setting is taken away. */
  readonly value: SettingValue | undefined;
}

/** What a setting can be; a section is written as a whole. */
export type SettingValue =
  | string
  | number
  | boolean
  | readonly SettingValue[]
  | { readonly [name: string]: SettingValue };

/**
 * The text of a `config.yaml` with other settings. Comments, order and everything else stay. Writes nothing.
 *
 * @param file Its name, for messages.
 * @throws {HermesError} `CONFIG_INVALID` when the text can't be read, or a setting stands where a section has to.
 */
export async function changeSettings(
  text: string,
  changes: readonly SettingChange[],
  file: string,
): Promise<string> {
  const [{ isMap, isScalar, parseDocument }, { parseConfig }] = await Promise.all([
    import("yaml"),
    import("./parse-config.ts"),
  ]);
  parseConfig(text, file);
  const document = parseDocument(text, { merge: true });
  for (const { path, value } of changes) {
    const section = document.get(path[0] ?? "", true);
    // A model may be written as its bare name.
    if (path[0] === "model" && isScalar(section) && typeof section.value === "string")
      document.set("model", document.createNode({ default: section.value }));
    else if (path.length > 1 && isScalar(section) && section.value === null)
      document.set(path[0], document.createNode({}));
    else if (path.length > 1 && section !== undefined && !isMap(section)) throw notASection(file, path);
    if (value === undefined) document.deleteIn(path);
    // A plain value takes the place of the one before it, beside its comment.
    else document.setIn(path, typeof value === "object" ? document.createNode(value) : value);
  }
  // The printer writes all lists in one way: the way of most people, unless this file has the other one.
  return document.toString({ lineWidth: 0, flowCollectionPadding: /[[{] /.test(text) });
}

function notASection(file: string, path: SettingsPath): HermesError {
  return new HermesError(
    `${file} was not changed: "${path[0]}" is no section, so ${path.join(".")} has no place.`,
    {
      code: "CONFIG_INVALID",
      hint: `Correct "${path[0]}" in the file and try again.`,
    },
  );
}
