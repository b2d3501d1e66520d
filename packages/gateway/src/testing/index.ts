/** For those who write a platform: the contract that holds for each, and fakes. */
export { readTelegramHtml } from "./telegram-server/read-telegram-html.ts";
