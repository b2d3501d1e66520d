/**
 * `!room:server` or `!room:server:$event`; newer rooms have no server in their id. A server's name may hold a port, so that a thread
 * begins at `:$` and nowhere else.
 */
export function parseMatrixChat(
  written: string,
): { readonly chatId: string; readonly threadId?: string } | undefined {
  const found = /^(![^\s$]{1,254}?)(?::(\$[^\s]{1,254}))?$/.exec(written.trim());
  const [, chatId, threadId] = found ?? [];
  if (chatId === undefined) return undefined;
  return { chatId, ...(threadId === undefined ? {} : { threadId }) };
}
