/** Where a text comes from or goes to: what is normal in one place is an alarm in another. */
export type TextSurface =
  | "memory"
  | "context-file"
  | "skill"
  | "cron-prompt"
  | "web-page"
  | "email"
  | "tool-result"
  | "tool-description"
  | "dm"
  | "imported-text";
