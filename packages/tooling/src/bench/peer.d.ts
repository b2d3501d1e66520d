/** Folder of a family of peers; undefined when it was not installed by `pnpm bench --peers`. */
export function peerFolder(family: string): string | undefined;
// oxlint-disable-next-line typescript/no-explicit-any -- peers are installed for the measurement only, without types here
export function importPeer(family: string, specifier: string): Promise<any>;
