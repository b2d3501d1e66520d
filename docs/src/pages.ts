import { describeSettings, environmentVariables } from "@hermes/config";
import { exampleConfig } from "@hermes/config/editing";
import { builtinPlatforms } from "@hermes/gateway";
import { llmsText, pagesOfSite } from "./llms.ts";
import { withFiles } from "./snippets.ts";

export interface Page {
  /** Below `docs/`. */
  readonly path: string;
  readonly text: string;
}

/** Pages that are made from the code, so that they can't disagree with it. */
export function pages(): readonly Page[] {
  const generated: readonly Page[] = [
    { path: "reference/settings.md", text: settingsPage() },
    { path: "reference/environment.md", text: environmentPage() },
    { path: "reference/platforms.md", text: platformsPage() },
    { path: "reference/config.example.yaml", text: exampleConfig() },
    { path: "llms.txt", text: llmsText() },
  ];
  const written = pagesOfSite()
    .map(withFiles)
    .filter(({ path }) => generated.every((page) => page.path !== path));
  return [...generated, ...written];
}

function settingsPage(): string {
  const rows = describeSettings().map((row) => [
    `\`${row.key}\``,
    row.type.replaceAll("|", "\\|"),
    row.default === undefined ? "" : `\`${row.default}\``,
    row.description,
  ]);
  return page("Settings", [
    "Generated from the schema in `packages/config`; change it there and run `pnpm run docs`.",
    "`config.yaml` lies in the home folder (`HERMES_HOME`, else `~/.hermes`). A dot is a level of the file: `agent.max_turns: 60` is written `agent:`, then `max_turns: 60` below it. Unknown keys are named when Hermes starts, with the nearest known one. See also the [environment](environment.md).",
    table(["setting", "type", "default", "meaning"], rows),
  ]);
}

function environmentPage(): string {
  const rows = environmentVariables.map((variable) => [
    `\`${variable.name}\``,
    variable.meaning,
    variable.setting === undefined ? "" : `\`${variable.setting}\``,
  ]);
  return page("Environment", [
    "Generated from the table in `packages/config`; change it there and run `pnpm run docs`.",
    "Variables may also stand in the home folder's `.env`. What is set in the environment wins over `.env`, and both win over [`config.yaml`](settings.md).",
    table(["variable", "meaning", "overrules"], rows),
  ]);
}

function platformsPage(): string {
  const platforms = builtinPlatforms();
  const yes = (can: boolean): string => (can ? "yes" : "–");
  const abilities = platforms.map(({ name, label, limits, can, takesCalls, admits }) => [
    `[${label}](../platforms/${name}.md)`,
    String(limits.text),
    can.files ? `${Math.floor(limits.fileBytes / 1_000_000)} MB` : "–",
    ...[can.buttons, can.edit, can.threads].map(yes),
    takesCalls === undefined ? "no" : "where it posts to a webhook",
    admits === true ? "itself, by its own check" : "lists and pairing",
  ]);
  const variables = platforms.flatMap(({ name, environment }) =>
    Object.entries(environment).map(([variable, key]) => [`\`${variable}\``, `\`platforms.${name}.${key}\``]),
  );
  return page("Platforms", [
    "Generated from the platforms in `packages/gateway`; change them there and run `pnpm run docs`.",
    "What each can do. A question is put with buttons where there are any, else it is answered by text.",
    table(
      [
        "platform",
        "longest text",
        "files",
        "buttons",
        "changes",
        "threads",
        "reached from outside",
        "who may speak",
      ],
      abilities,
    ),
    "Variables, and the settings that they overrule. Those that every platform has, such as `TELEGRAM_ALLOWED_USERS`, are in the [environment](environment.md).",
    table(["variable", "overrules"], variables),
  ]);
}

function page(title: string, paragraphs: readonly string[]): string {
  return `# ${title}\n\n${paragraphs.join("\n\n")}\n`;
}

/** As the formatter writes it: columns padded to the widest cell. */
function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = header.map((name, column) =>
    Math.max(name.length, 3, ...rows.map((row) => (row[column] ?? "").length)),
  );
  const line = (cells: readonly string[]): string =>
    `| ${widths.map((width, column) => (cells[column] ?? "").padEnd(width)).join(" | ")} |`;
  return [line(header), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)].join("\n");
}
