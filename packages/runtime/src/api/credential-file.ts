import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/** A text among the credentials of a home, readable for its person alone. */
export interface CredentialFile {
  /** Makes the folder where there is none. */
  path(): Promise<string>;
  /** @returns undefined where there is no such file. */
  read(): Promise<string | undefined>;
  /**
   * Reads it and writes it while no other program does.
   *
   * @param edit What it returns without a text leaves the file as it is.
   * @throws {HermesError} with the code of the options, where another program holds the lock.
   */
  change<Result>(
    edit: (text: string | undefined) => { readonly text?: string | undefined; readonly result: Result },
  ): Promise<Result>;
}

export interface CredentialFileOptions {
  /** Makes the folder of Hermes where there is none. */
  readonly home: () => Promise<string>;
  readonly name: string;
  /** Of the error where another program holds the lock. */
  readonly lockedCode: string;
}

/** Opens nothing before it is asked. */
export function credentialFile({ home, name, lockedCode }: CredentialFileOptions): CredentialFile {
  const path = async (): Promise<string> => {
    const folder = join(await home(), "credentials");
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return join(folder, name);
  };
  return {
    path,
    read: async () => await textOf(await path()),
    async change(edit) {
      const { replaceFile, withFileLock } = await import("@hermes/atomic-files");
      const to = await path();
      return await withFileLock(
        `${to}.lock`,
        async () => {
          const { text, result } = edit(await textOf(to));
          if (text !== undefined) replaceFile(to, `${text}\n`, { mode: 0o600 });
          return result;
        },
        { code: lockedCode },
      );
    },
  };
}

/** @returns undefined for what is no JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function textOf(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}
