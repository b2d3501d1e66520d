import * as z from "zod";

/** What a setting can be. */
export type SettingValue =
  | string
  | number
  | boolean
  | readonly SettingValue[]
  | { readonly [name: string]: SettingValue };

const settingValue: z.ZodType<SettingValue> = z.lazy(() =>
  z.union([
    z.string().max(100_000),
    z.number(),
    z.boolean(),
    z.array(settingValue).max(1_000),
    z.record(z.string().max(200), settingValue),
  ]),
);

export interface SettingInfo {
  /** Dotted; `<name>` stands for any name. */
  readonly key: string;
  /** Such as `whole number`, or the words it can be: `ask | plan`. */
  readonly type: string;
  readonly description: string;
  /** As JSON. */
  readonly default?: string | undefined;
  readonly isSet: boolean;
  /** Its value is never shown. */
  readonly isSecret: boolean;
  /** Absent: not set, or a secret. */
  readonly value?: SettingValue | undefined;
  /** Where it is set: a file, or a variable. */
  readonly source?: string | undefined;
}

export const settingInfo: z.ZodType<SettingInfo> = z.object({
  key: z.string(),
  type: z.string(),
  description: z.string(),
  default: z.string().optional(),
  isSet: z.boolean(),
  isSecret: z.boolean(),
  value: settingValue.optional(),
  source: z.string().optional(),
});

export interface SettingWrite {
  readonly value: SettingValue;
}

export const settingWrite: z.ZodType<SettingWrite> = z.strictObject({ value: settingValue });
