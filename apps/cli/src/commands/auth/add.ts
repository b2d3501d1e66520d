import { fetchModels, findProvider, normaliseBaseUrl, unknownProvider } from "@hermes/models";
import type { ProviderRow } from "@hermes/models";
import { addCredential, lastFour } from "@hermes/models/credentials";
import { HermesError } from "@hermes/registry";
import { usageError } from "../../failure.ts";
import { exitCodes, type Host } from "../../host.ts";
import { askSecret } from "../../prompt/ask-secret.ts";
import { openAuthFile } from "./open-auth-file.ts";

export interface AddFlags {
  readonly label?: string | undefined;
  readonly baseUrl?: string | undefined;
  readonly check?: boolean | undefined;
  readonly json?: boolean | undefined;
}

/** `hermes auth add`. A key is never an argument: those are in the history of the shell, and others see them run. */
export async function addKey(
  name: string,
  { label, baseUrl, check, json }: AddFlags,
  host: Host,
): Promise<number> {
  const row = providerNamed(name);
  const address = addressOf(row, baseUrl);
  const value = (await askSecret(host, `The key of ${row.label}`)).trim();
  if (value === "") throw usageError("No key was given. Type it when asked, or pipe it in.");
  if (!isKey(value))
    throw usageError("This is not a key: it has blanks or letters that no key has. Pipe in the key alone.");
  if (check) await tryKey(row, { address, value, signal: host.stopped });
  const { file } = await openAuthFile(host);
  const own = baseUrl === undefined ? undefined : address;
  const entry = await addCredential(file, { provider: row.id, value, label, baseUrl: own });
  const kept = {
    id: entry.id,
    provider: row.id,
    label: entry.label,
    ending: lastFour(value),
    baseUrl: address,
  };
  host.stdout.write(
    json
      ? `${JSON.stringify(kept, null, 2)}\n`
      : `Kept ${entry.label} ${kept.ending} (${entry.id}) of ${row.label}; it is sent to ${URL.parse(address)?.origin ?? address} alone.\n`,
  );
  return exitCodes.ok;
}

/** Whether a text can be a key at all. */
export function isKey(value: string): boolean {
  return /^[\x21-\x7e]+$/.test(value);
}

async function tryKey(
  { protocol }: ProviderRow,
  {
    address,
    value,
    signal,
  }: { readonly address: string; readonly value: string; readonly signal: AbortSignal },
): Promise<void> {
  try {
    await fetchModels({ baseUrl: address, protocol, apiKey: value, signal });
  } catch (error) {
    signal.throwIfAborted();
    const reason = error instanceof Error ? error.message : String(error);
    throw new HermesError(`The key was not kept: ${reason.replaceAll(value, lastFour(value))}`, {
      code: "AUTH_CHECK_FAILED",
      hint: "Check the key and the base URL, or leave out --check.",
    });
  }
}

/** @throws A usage error that says which name was meant. */
export function providerNamed(name: string): ProviderRow {
  const row = findProvider(name);
  if (row !== undefined) return row;
  const { reason, hint } = unknownProvider(name);
  throw usageError(`${reason} ${hint}`);
}

/** Where a key of the provider is sent. @throws A usage error where nobody says. */
export function addressOf(row: ProviderRow, baseUrl: string | undefined): string {
  const given = baseUrl ?? row.baseUrl;
  if (given === undefined)
    throw usageError(
      `${row.id} has no address of its own. Name it with --base-url, such as https://host/v1.`,
    );
  const address = normaliseBaseUrl(given, row.protocol);
  if (address === undefined)
    throw usageError(`"${given}" is not a base URL. One looks like https://host/v1.`);
  return address;
}
