/**
 * @typedef {object} Figure
 * @property {string} figure What was measured, such as `loop, 100 rounds, tiny tool`.
 * @property {string} unit
 * @property {number} value Median of ours.
 * @property {"lower" | "higher"} better
 * @property {number} [goal] In the unit, on the machine where the goals were set.
 * @property {{ name: string, value: number, reference?: number }} [floor] The cheapest thing that does the same work, in
 *   the same run. `reference` is its value on the machine where the goal was set: the goal is scaled by the difference.
 * @property {{ name: string, value: number }[]} [others] Peers and variants, in the same run.
 */

/**
 * @param {readonly Figure[]} figures
 * @returns {string} A Markdown table; "ratio" is ours to the floor.
 */
export function renderTable(figures) {
  const rows = figures.map((each) => [
    each.figure,
    `${formatNumber(each.value)} ${each.unit}`,
    each.floor ? `${formatNumber(each.floor.value)} (${each.floor.name})` : "–",
    each.floor ? `${formatNumber(each.value / each.floor.value)}×` : "–",
    (each.others ?? []).map(({ name, value }) => `${name} ${formatNumber(value)}`).join(", ") || "–",
    goalOf(each),
  ]);
  const header = ["figure", "hermes", "floor", "ratio", "others", "goal"];
  return [header, header.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n");
}

/** @param {Figure} figure */
function goalOf(figure) {
  if (figure.goal === undefined) return "–";
  const { floor, better, value } = figure;
  const goal = floor?.reference === undefined ? figure.goal : figure.goal * (floor.value / floor.reference);
  const reached = better === "lower" ? value <= goal : value >= goal;
  const scaled =
    goal === figure.goal
      ? ""
      : ` (${formatNumber(figure.goal)} at a floor of ${formatNumber(floor.reference)})`;
  return `${better === "lower" ? "≤" : "≥"} ${formatNumber(goal)}${scaled}${reached ? "" : " missed"}`;
}

/** @param {number} value */
export function formatNumber(value) {
  if (value >= 1000) return Math.round(value).toLocaleString("en-US");
  return value.toFixed(value >= 100 ? 0 : value >= 10 ? 1 : 2);
}
