/**
 * What a process may reach. Everything that no list names can be read and not written. Paths are absolute; links in them
 * are followed first, so that hiding a link hides what it leads to. What does not exist is left out.
 *
 * Where paths lie within each other, the deepest decides, whatever the order of the lists. One that is in several lists
 * is hidden, else protected, else writable. A link within a writable folder opens nothing: whoever may write there may
 * have made it.
 */
export interface JailProfile {
  /** Folders and files that can be written: the workspace, the scratch folder, package caches. */
  readonly writable: readonly string[];
  /** Within them, files and folders that stay read-only: hooks, start-up files, settings. */
  readonly protected: readonly string[];
  /** Files and folders that are not there: credentials, browser profiles, the home of Hermes. Folders are empty, files can't be opened. */
  readonly hidden: readonly string[];
  /** Within hidden ones, what can be read all the same: skills, spilled results. */
  readonly readable: readonly string[];
  /**
   * Folder that is `/tmp` inside, where what commands put lasts as long as it does. What other lists name below `/tmp` is
   * at its own path all the same, so mount points for it are made in the folder, empty. Where `/tmp` itself is in a list, it is
   * that of the machine. On macOS the folder keeps its own path, which is said in `TMPDIR`.
   *
   * @default a `/tmp` of the command alone
   */
  readonly temporary?: string | undefined;
  /** `none`: not even the servers of this machine. `host`: all that this machine reaches, abstract sockets included. */
  readonly network: "none" | "host";
  /**
   * With `none`, a port of this machine's loopback that can be reached all the same, where jails have no loopback of their own: on
   * macOS. There, commands can then listen on it, too.
   */
  readonly proxyPort?: number | undefined;
}
