import type { LookAtPicture } from "@hermes/browser";
import { describePicture } from "../media/describe-picture.ts";
import type { SessionAuxiliary } from "../models/session-auxiliary.ts";

/** Lets the model for pictures answer a question about a page, for conversations whose model sees none. */
export function lookAtPicture(auxiliary: SessionAuxiliary): LookAtPicture {
  const describe = describePicture(auxiliary, "a picture of a web page");
  return async ({ image, ...asked }) => {
    const answer = await describe({ ...asked, bytes: Buffer.from(image.data, "base64") });
    return answer === "" ? undefined : answer;
  };
}
