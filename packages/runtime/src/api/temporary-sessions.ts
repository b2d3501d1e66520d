/** Marks sessions whose history came with a request: whoever sent it asks for none of it again. */
export const temporaryTag = "api-temporary";
