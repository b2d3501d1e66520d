import { z } from "zod";

/** A thing of the home, as it is now. */
export interface EntityState {
  readonly entity_id: string;
  readonly state: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly last_changed?: string | undefined;
  readonly last_updated?: string | undefined;
}

export const entityState: z.ZodType<EntityState> = z.object({
  entity_id: z.string(),
  state: z.string(),
  attributes: z.record(z.string(), z.unknown()).catch({}),
  last_changed: z.string().optional().catch(undefined),
  last_updated: z.string().optional().catch(undefined),
});

export const entityStates: z.ZodType<readonly EntityState[]> = z.array(entityState);

export const entityIdPattern: RegExp = /^[a-z_][a-z0-9_]*\.[a-z0-9_]+$/;

/** @param entityId `light.kitchen` has the domain `light`. */
export function domainOf(entityId: string): string {
  return entityId.slice(0, Math.max(0, entityId.indexOf(".")));
}

export function friendlyName({ attributes }: EntityState): string {
  const { friendly_name: name } = attributes;
  return typeof name === "string" ? name : "";
}
