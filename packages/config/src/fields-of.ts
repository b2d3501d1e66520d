import type { Field } from "./field.ts";
import type { NamedModelSettings } from "./model-settings.ts";

/** A field for every setting, in sections like the settings themselves. */
export type FieldsOf<Part> = {
  readonly [Key in keyof Part]-?: Part[Key] extends Leaf
    ? Field<Part[Key]>
    : string extends keyof Part[Key]
      ? Field<Part[Key]>
      : FieldsOf<Part[Key]>;
};

type Leaf = string | number | boolean | readonly (string | object)[] | NamedModelSettings | undefined;
