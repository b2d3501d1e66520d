import { webGoals } from "./web-goals.ts";
import type { WebGoal } from "./web-goals.ts";
import { webSurfaces } from "./web-surfaces.ts";
import type { WebSurface } from "./web-surfaces.ts";

export interface WebAttack {
  readonly name: string;
  readonly surface: WebSurface;
  readonly goal: WebGoal;
}

/** Each goal by two ways, so that each way carries goals of every kind. */
export const webAttacks: readonly WebAttack[] = webGoals.flatMap((goal, index) =>
  [index * 7, index * 7 + 16].flatMap((at) => {
    const surface = webSurfaces[at % webSurfaces.length];
    return surface === undefined ? [] : [{ name: `${surface.name}: ${goal.name}`, surface, goal }];
  }),
);
