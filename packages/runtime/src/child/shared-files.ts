import type { FileVersions } from "@hermes/files";
import { lazy } from "../lazy.ts";
import type { Lazy } from "../lazy.ts";

/** What sessions of one workspace have to know of each other when they change its files. */
export class SharedFiles {
  readonly versions: Lazy<FileVersions> = lazy(async () => {
    const { FileVersions } = await import("@hermes/files");
    return new FileVersions();
  });
  #children = 0;

  /** Whether children work here. */
  get isShared(): boolean {
    return this.#children > 0;
  }

  /** @returns What is called at the end of the child. */
  begin(): () => void {
    this.#children++;
    return () => void this.#children--;
  }
}
