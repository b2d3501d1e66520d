import { homedir } from "node:os";
import { oneLine } from "../../render/fit.ts";
import { paragraph } from "../../render/paragraph.ts";
import { agentTitles } from "./agent-places.ts";
import { importKinds, type FoundImports, type ImportItem } from "./import-item.ts";

export interface ImportLinesOptions {
  readonly columns: number | undefined;
  readonly home?: string | undefined;
}

const headings = { mcp: "MCP servers", skills: "Skills", memory: "Notes" } as const;

/** All that was found: what is new in full, then what is here, what is read where it is, and what is left, with the reason. */
export function importLines(
  { items, problems }: FoundImports,
  { columns, home = homedir() }: ImportLinesOptions,
): readonly string[] {
  const line = (text: string, indent: number): readonly string[] =>
    paragraph(oneLine(text), { columns, indent });
  const short = (file: string): string =>
    file.startsWith(`${home}/`) ? `~${file.slice(home.length)}` : file;
  const fresh = importKinds.flatMap((kind) => {
    const found = items.filter((item) => item.kind === kind && item.standing === "new");
    const files = [...new Set(found.map(({ file }) => file))];
    const shown =
      kind === "memory"
        ? files.flatMap((file) => notesOf(found.filter((item) => item.file === file)))
        : found.flatMap((item) => entryOf(item));
    return found.length === 0 ? [] : [headings[kind], ...shown, ""];
  });
  function notesOf(notes: readonly ImportItem[]): readonly string[] {
    const [first] = notes;
    if (first === undefined) return [];
    const from = `${agentTitles[first.agent]}, ${short(first.file)}, for ${first.becomes ?? ""}`;
    return [...line(from, 2), ...notes.flatMap(({ name }) => line(`- ${name}`, 4))];
  }
  function entryOf(item: ImportItem): readonly string[] {
    const { name, becomes = name, agent, file, details, reason } = item;
    const called = becomes === name ? name : `${name}, here ${becomes}`;
    return [
      ...line(`${called} (${agentTitles[agent]}, ${short(file)})`, 2),
      ...[...details, ...(reason === undefined ? [] : [reason])].flatMap((detail) => line(detail, 4)),
    ];
  }
  const others = (standing: ImportItem["standing"], heading: string): readonly string[] => {
    const found = items.filter((item) => item.standing === standing);
    const shown = found.flatMap(({ name, file, reason }) => {
      const where = file.endsWith(name) ? short(file) : `${name} (${short(file)})`;
      return line(reason === undefined ? where : `${where}: ${reason}`, 2);
    });
    return found.length === 0 ? [] : [heading, ...shown, ""];
  };
  const broken = problems.flatMap(({ file, problem }) => line(`${short(file)}: ${problem}`, 2));
  const lines = [
    ...fresh,
    ...others("known", "Here already"),
    ...others("read", "Read as it is"),
    ...others("left", "Left"),
    ...(broken.length === 0 ? [] : ["Not read", ...broken, ""]),
  ];
  return lines.slice(0, -1);
}
