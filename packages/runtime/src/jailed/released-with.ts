interface EndedProcess {
  /** Never rejects. */
  readonly exited: Promise<unknown>;
  end(): Promise<void>;
}

/** A process whose end gives back what it was started with. What can't be given back now goes with the next start. */
export function releasedWith<Process extends EndedProcess>(
  child: Process,
  release: () => Promise<void>,
): Process {
  const released = child.exited.then(release).catch(() => undefined);
  return {
    ...child,
    async end() {
      await child.end();
      await released;
    },
  };
}
