import type { CommandReply } from "@hermes/agent-loop/controller";
import type { Runtime } from "@hermes/runtime";
import { columnsOf, fit, pad } from "../render/fit.ts";
import { createStyle } from "../render/style.ts";
import { lookOf } from "../skin/look-of.ts";
import type { ListedSkin, Skins } from "../skin/open-skins.ts";
import type { ChatSkins } from "./chat-skins.ts";
import type { Face } from "./face.ts";

export interface SkinCommandOptions {
  readonly face: Pick<Face, "style" | "columns" | "note" | "changed">;
  readonly skins: ChatSkins;
  readonly runtime: Pick<Runtime, "settings">;
}

/** Does what `/skin` was asked for. */
export async function runSkinCommand(
  rest: string,
  { face, skins, runtime }: SkinCommandOptions,
): Promise<CommandReply> {
  const words = rest.split(/\s+/).filter((word) => word !== "");
  const unknown = words.find((word) => word.startsWith("-") && word !== "--keep");
  if (unknown !== undefined) return { lines: [`/skin does not know ${unknown}; it knows --keep.`] };
  const [name, another] = words.filter((word) => word !== "--keep");
  const keeps = words.includes("--keep");
  if (another !== undefined) return { lines: [`One skin at a time: ${name} or ${another}?`] };
  if (name === undefined && keeps) return { lines: ["Name the skin: /skin NAME --keep."] };
  const opened = await skins.open();
  if (name === undefined) {
    for (const skin of await opened.list()) face.note(sampleLine(skin, opened, { face, depth: skins.depth }));
    return { lines: [`Now: ${opened.worn}. Put one on with /skin NAME.`], data: { current: opened.worn } };
  }
  await opened.wear(name);
  face.changed();
  if (!keeps) return { lines: [`Skin ${name}.`], data: { current: name } };
  await (await runtime.settings()).change([{ path: ["display", "skin"], value: name }]);
  return { lines: [`Skin ${name}; it is kept.`], data: { current: name } };
}

/** `* ares  ⚔ you  ╎ ✓ done ✗ failed  Red and bronze` */
function sampleLine(
  listed: ListedSkin,
  { worn }: Pick<Skins, "worn">,
  { face, depth }: { readonly face: SkinCommandOptions["face"]; readonly depth: number },
): string {
  const head = `${listed.name === worn ? "*" : " "} ${pad(listed.name, 15)}`;
  if ("problem" in listed) return fit(`${head} ${listed.problem.split("\n", 1)[0] ?? ""}`, face.columns);
  const { skin } = listed;
  const style = createStyle(face.style.colours, {
    look: listed.name === "default" ? undefined : lookOf(skin, depth),
  });
  const { prompt, tool } = style.signs;
  const sample = [
    `${style.cyan(`${prompt} you`)}`,
    style.dim(`${tool} tool`),
    style.green("✓"),
    style.red("✗"),
    style.yellow("!"),
  ].join(" ");
  const used = columnsOf(head) + columnsOf(`${prompt} you ${tool} tool ✓ ✗ !`) + 3;
  const room = Math.min(face.columns, 200) - used;
  return `${head} ${sample}${room < 8 ? "" : `  ${fit(skin.description, room)}`}`;
}
