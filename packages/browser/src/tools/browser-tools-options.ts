import type { Browsers } from "../browsers.ts";
import type { LookAtPicture, PageActionJudge, PickFromSnapshot } from "./browser-ports.ts";

export interface BrowserToolsOptions {
  readonly browsers: Browsers;
  /** @default nothing speaks against an action */
  readonly judge?: PageActionJudge | undefined;
  /** @default long snapshots come in pages */
  readonly pick?: PickFromSnapshot | undefined;
  /** @default pictures are shown to the model alone */
  readonly look?: LookAtPicture | undefined;
}
