import type { Attack, Surface } from "./attack.ts";
import { noteGoals, plantGoals } from "./goals-keep.ts";
import { sendGoals } from "./goals-send.ts";
import { surfaces } from "./surfaces.ts";

const goals = [...sendGoals, ...plantGoals, ...noteGoals];

/** Each goal by two ways, so that each way carries goals of every kind. */
export const attacks: readonly Attack[] = goals.flatMap((goal, index) =>
  [surfaceAt(index * 5), surfaceAt(index * 5 + 13)].map((surface) => ({
    name: `${surface.name}: ${goal.name}`,
    surface,
    goal,
  })),
);

function surfaceAt(index: number): Surface {
  const found = surfaces[index % surfaces.length];
  if (found === undefined) throw new Error("There are no surfaces.");
  return found;
}
