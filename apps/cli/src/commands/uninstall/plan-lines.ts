import { bytes } from "../../render/amount.ts";
import { oneLine } from "../../render/fit.ts";
import { wrap } from "../../render/wrap.ts";
import type { PlannedPath, UninstallPlan } from "./uninstall-plan.ts";

/** What goes and what stays, the largest first. */
export function planLines(
  { goes, stays, byHand }: UninstallPlan,
  columns: number | undefined,
): readonly string[] {
  const rows = (paths: readonly PlannedPath[]): readonly string[] =>
    paths
      .toSorted((one, other) => other.bytes - one.bytes)
      .map(({ what, path, bytes: size }) =>
        [`  ${oneLine(path)}`, what, ...(size === 0 ? [] : [bytes(size)])].join(", "),
      );
  return [
    ...(goes.length === 0 ? ["Nothing is to be removed."] : ["This goes:", ...rows(goes)]),
    ...(stays.length === 0 ? [] : ["This stays:", ...rows(stays)]),
    "To do by hand:",
    ...byHand.map((each) => `  ${oneLine(each)}`),
  ].flatMap((line) => wrap(line, { columns }));
}
