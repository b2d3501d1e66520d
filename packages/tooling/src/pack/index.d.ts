/** File of each public package by its name. */
export type Tarballs = ReadonlyMap<string, string>;

export interface InstalledSize {
  /** Lengths of all files, in units of 1 000 000 bytes. */
  readonly mb: number;
  readonly packages: number;
  /** Name and MB of those that are largest by themselves, largest first. */
  readonly heaviest: readonly (readonly [string, number])[];
}

export interface Installed extends InstalledSize {
  readonly seconds: number;
}

/** Builds and packs the public packages as npm would publish them. */
export function packPackages(folder: string, env: NodeJS.ProcessEnv): Promise<Tarballs>;

/** Installs packages with npm into a folder that may be empty; what is of the house comes from tarballs. */
export function installTarballs(
  folder: string,
  names: readonly string[],
  tarballs: Tarballs,
  env: NodeJS.ProcessEnv,
): Promise<Installed>;

export function measureInstalled(folder: string): InstalledSize;
