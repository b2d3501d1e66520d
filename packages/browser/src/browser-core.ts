/** What a program loads with the first call: how pages are opened, and what each tool does in them. */
export { EngineHolder } from "./engine/engine-holder.ts";
export { BrowserSession } from "./session/browser-session.ts";
export { ContextPool } from "./session/context-pool.ts";
export { answerDialog, judgeAnswer } from "./calls/answer-dialog.ts";
export { click, judgeClick } from "./calls/click.ts";
export { closeTabs } from "./calls/close-tabs.ts";
export { goBack } from "./calls/go-back.ts";
export { listImages } from "./calls/list-images.ts";
export { judgeNavigation, navigate } from "./calls/navigate.ts";
export { judgeKey, pressKey } from "./calls/press-key.ts";
export { scrollPage } from "./calls/scroll-page.ts";
export { judgeCommand, sendCommand } from "./calls/send-command.ts";
export { showPage } from "./calls/show-page.ts";
export { lookAtPage } from "./calls/look-at-page.ts";
export { judgeTyping, typeText } from "./calls/type-text.ts";
export { judgeExpression, useConsole } from "./calls/use-console.ts";
