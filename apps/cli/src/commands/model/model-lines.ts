import type { ListedModel } from "@hermes/runtime";
import { amount } from "../../render/amount.ts";
import { localTime } from "../../render/local-time.ts";
import { table } from "../../render/table.ts";

const unknown = "?";

/** One row for each model; a column that has no room goes. */
export function listLines(models: readonly ListedModel[], columns: number | undefined): readonly string[] {
  const head = ["", "MODEL", "PROVIDER", "WINDOW", "ANSWER", "IN/OUT/CACHE $/M", "CAN"];
  const rows = models.map((each) => [
    each.isChosen ? "*" : " ",
    each.model,
    each.provider,
    amount(each.contextWindow) + (each.sources.contextWindow === "default" ? unknown : ""),
    each.maxOutputTokens === undefined ? unknown : amount(each.maxOutputTokens),
    priceText(each),
    abilityText(each),
  ]);
  const all = [head, ...rows];
  // Name and window are what a narrow terminal has room for.
  const isNarrow = columns !== undefined && columns < 90;
  return table(
    isNarrow ? all.map((row) => [row[0] ?? "", row[1] ?? "", row[3] ?? "", row[2] ?? ""]) : all,
    columns,
  );
}

/** Everything known of one model, with where each figure comes from. */
export function showLines(found: ListedModel): readonly string[] {
  const { sources, maxOutputTokens, efforts, listedAt } = found;
  const tokens = (count: number): string => `${count.toLocaleString("en-US")} tokens`;
  const rows = [
    ["provider", found.provider, found.isChosen ? "chosen" : ""],
    ["window", tokens(found.contextWindow), sourceText(sources.contextWindow)],
    [
      "longest answer",
      maxOutputTokens === undefined ? "not known" : tokens(maxOutputTokens),
      sourceText(sources.maxOutputTokens),
    ],
    ["price", longPrice(found), sourceText(sources.price)],
    ["can", abilityText(found), sourceText(sources.abilities)],
    [
      "effort",
      efforts === undefined
        ? "told by its server"
        : efforts.length === 0
          ? "can't be told"
          : efforts.join(", "),
      "",
    ],
    [
      "list",
      listedAt === undefined ? "the provider was not asked yet" : `of the provider, ${localTime(listedAt)}`,
      "",
    ],
  ];
  return [
    found.model,
    ...table(
      rows.map((row) => ["", ...row]),
      undefined,
    ).map((line) => line.trimEnd()),
  ];
}

const sourceTexts = {
  config: "(your settings)",
  provider: "(the provider)",
  bundled: "(came with Hermes)",
  default: "(not known)",
} as const;

function sourceText(source: keyof typeof sourceTexts): string {
  return sourceTexts[source];
}

function priceText({ price }: ListedModel): string {
  if (price === undefined) return unknown;
  return [price.input, price.output, price.cacheRead]
    .map((usd) => (usd === undefined ? unknown : String(usd)))
    .join(" / ");
}

function longPrice({ price }: ListedModel): string {
  if (price === undefined) return "not known: budgets in money can't hold, those in tokens do";
  const parts = [
    [price.input, "in"],
    [price.output, "out"],
    [price.cacheRead, "read from the cache"],
    [price.cacheWrite, "written to the cache"],
  ] as const;
  const said = parts.flatMap(([usd, what]) => (usd === undefined ? [] : [`$${usd} ${what}`]));
  return `${said.join(", ")}, for a million tokens`;
}

function abilityText({ abilities, sources }: ListedModel): string {
  const can = Object.entries(abilities).flatMap(([name, able]) => (able === true ? [name] : []));
  if (can.length > 0) return can.join(", ");
  return sources.abilities === "default" ? unknown : "text alone";
}
