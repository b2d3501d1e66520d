import type { SkillInfo, SkillText } from "@hermes/client/contract";

export interface SkillsPort {
  /** By name; with `all`, those too that are not offered. */
  list(options: {
    readonly query?: string | undefined;
    readonly all: boolean;
  }): Promise<readonly SkillInfo[]>;
  get(name: string): Promise<SkillText | undefined>;
}
