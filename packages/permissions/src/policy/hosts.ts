/** Whether a text is a host, `name` or `name:port`, in letters that need no escape. */
export function isHost(text: string): boolean {
  return /^(?:[\w.-]+|\[[\da-f:]+\])(?::\d{1,5})?$/i.test(text);
}

/** Whether a list opens a host. A name stands for all its ports. */
export function isListed(host: string, hosts: readonly string[]): boolean {
  const wanted = host.toLowerCase();
  return hosts.some((each) => each === wanted || each === nameOf(wanted));
}

/** Whether a list opens any port of a host. */
export function isNamedIn(host: string, hosts: readonly string[]): boolean {
  return hosts.some((each) => nameOf(each) === nameOf(host.toLowerCase()));
}

/** Without its port. */
export function nameOf(host: string): string {
  return host.replace(/:\d+$/, "");
}
