import type { LookAtPicture } from "@hermes/browser";
import type { Model } from "@hermes/models";
import { describePicture } from "../media/describe-picture.ts";

/** Lets the model for pictures answer a question about a page, for conversations whose model sees none. */
export function lookAtPicture(model: (sessionId: string) => Promise<Model | undefined>): LookAtPicture {
  const describe = describePicture(model, "a picture of a web page");
  return async ({ image, ...asked }) => {
    const answer = await describe({ ...asked, bytes: Buffer.from(image.data, "base64") });
    return answer === "" ? undefined : answer;
  };
}
