import { adminStrings } from "./admin-strings.ts";
import { canvasStrings } from "./canvas-strings.ts";
import { chatStrings } from "./chat-strings.ts";
import { pageStrings } from "./page-strings.ts";
import { shellStrings } from "./shell-strings.ts";

/** Every text of the page that a person reads: nothing else has one of its own. */
export const strings = {
  admin: adminStrings,
  canvas: canvasStrings,
  chat: chatStrings,
  pages: pageStrings,
  shell: shellStrings,
} as const;
