import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { openDraft } from "@hermes/atomic-files";
import { isUtf8 } from "node:buffer";
import { refuseExisting } from "../../files/write-atomically.ts";
import { exitCodes, type Host } from "../../host.ts";
import { currentProfile } from "../../profile/current-profile.ts";
import { findProfile } from "../../profile/profiles.ts";
import { bytes as sizeText } from "../../render/amount.ts";
import { counted } from "../../render/count-of.ts";
import { printJson, printLines } from "../../render/print.ts";
import { wrap } from "../../render/wrap.ts";
import { readFiles, type ProfileFile } from "./copy-files.ts";
import { countingTexts } from "./counting-texts.ts";
import { exportedNames, manifestName, type Manifest } from "./archive.ts";
import type { ProfileFlags } from "./show.ts";
import { writeTar } from "./tar.ts";
import { withoutSecrets } from "./without-secrets.ts";

export interface ExportFlags extends ProfileFlags {
  readonly out?: string | undefined;
  readonly force?: boolean | undefined;
}

/** `hermes profile export`: what a profile is, without what it knows secrets of, and without what happened in it. */
export async function exportProfile(
  wanted: string | undefined,
  { out, force = false, json }: ExportFlags,
  host: Host,
): Promise<number> {
  const { root, name: current } = currentProfile(host.env);
  const name = wanted ?? current;
  const home = findProfile(root, name);
  const path = resolve(host.cwd, out ?? `hermes-profile-${name}.tar.gz`);
  refuseExisting(path, force);
  const { config, redact } = await countingTexts(home, host);
  const manifest: Manifest = { hermesProfile: 1, name };
  const settings =
    config === undefined
      ? undefined
      : await withoutSecrets(config, { path: join(home, "config.yaml"), redact });
  const kept = readFiles(home, exportedNames).map((file) => masked(file, redact));
  const files = [
    fileOf(manifestName, `${JSON.stringify(manifest)}\n`),
    ...(settings === undefined ? [] : [fileOf("config.yaml", settings.text)]),
    ...kept.map(({ file }) => file),
  ];
  const archive = gzipSync(writeTar(files));
  {
    using draft = openDraft(path, { mode: 0o600 });
    draft.write(archive);
    draft.put(() => true);
  }
  const leftOut = settings?.leftOut ?? [];
  const maskedIn = kept.flatMap(({ file, isMasked }) => (isMasked ? [file.path] : []));
  if (json) printJson(host, { path, name, files: files.map((file) => file.path), leftOut, masked: maskedIn });
  else {
    const lines = [
      `Wrote ${path} (${counted(files.length - 1, "file")}, ${sizeText(archive.length)}).`,
      "Keys, messengers, sign-ins, rules and conversations are not in it. Memories are: read them before you give it away.",
      ...(leftOut.length === 0 ? [] : [`Left out of config.yaml: ${leftOut.join(", ")}`]),
      ...(maskedIn.length === 0 ? [] : [`Secrets were masked in: ${maskedIn.join(", ")}`]),
    ];
    printLines(
      host,
      lines.flatMap((line) => wrap(line, { columns: host.stdout.columns })),
    );
  }
  return exitCodes.ok;
}

function fileOf(path: string, text: string): ProfileFile {
  return { path, bytes: Buffer.from(text), isProgram: false };
}

/** A text without what looks like a secret; what is no text stays as it is. */
function masked(
  file: ProfileFile,
  redact: (text: string) => string,
): { readonly file: ProfileFile; readonly isMasked: boolean } {
  if (!isUtf8(file.bytes)) return { file, isMasked: false };
  const before = file.bytes.toString("utf8");
  const after = redact(before);
  return after === before
    ? { file, isMasked: false }
    : { file: { ...file, bytes: Buffer.from(after) }, isMasked: true };
}
