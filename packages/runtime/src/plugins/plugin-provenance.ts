import type { Provenance } from "@hermes/registry";

/** What a plug-in says: it may have it from anywhere. */
export function provenanceOf({ name }: { readonly name: string }): readonly [Provenance] {
  return [{ source: "plugin", name }];
}
