import type { Signal } from "@preact/signals";
import type { JSX } from "preact";
import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { bytes } from "../format.ts";
import { strings } from "../strings/strings.ts";
import { Button } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { attempt, sayError } from "../ui/toast.tsx";
import { maxTotalBytes, readAttachment } from "./read-attachment.ts";
import type { Attachment } from "./read-attachment.ts";

const texts = strings.chat.composer;

export interface Attachments {
  readonly files: Signal<readonly Attachment[]>;
  /** Each file that can't be attached is told of. */
  readonly attach: (files: readonly File[]) => Promise<void>;
}

/** The files that go with the next message. */
export function useAttachments(): Attachments {
  const files = useSignal<readonly Attachment[]>([]);
  const attach = async (file: File): Promise<void> => {
    const read = await readAttachment(file);
    const all = [...files.value, read];
    const total = all.reduce((sum, { size }) => sum + size, 0);
    if (total > maxTotalBytes) throw new Error(strings.chat.refused.tooMuch(bytes(maxTotalBytes)));
    files.value = all;
  };
  return {
    files,
    attach: async (chosen) => {
      // oxlint-disable-next-line no-await-in-loop -- in the order in which they were given
      for (const file of chosen) await attempt(async () => await attach(file));
    },
  };
}

export function AttachmentList({
  files,
}: {
  readonly files: Signal<readonly Attachment[]>;
}): JSX.Element | null {
  if (files.value.length === 0) return null;
  const remove = (gone: string): void => {
    files.value = files.value.filter(({ key }) => key !== gone);
  };
  return (
    <ul class="attachments" aria-label={texts.attachments}>
      {files.value.map(({ key, name, size, url }) => (
        <li key={key}>
          {url === undefined ? <Icon name="attach" /> : <img src={url} alt="" />}
          <span class="attachment-name">{name}</span>
          <span class="soft">{bytes(size)}</span>
          <Button icon="close" label={texts.remove(name)} onClick={() => remove(key)} />
        </li>
      ))}
    </ul>
  );
}

/** Chooses files. */
export function AttachButton({
  onFiles,
}: {
  readonly onFiles: (files: readonly File[]) => Promise<void>;
}): JSX.Element {
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])]).catch(sayError);
          currentTarget.value = "";
        }}
      />
      <Button icon="attach" label={texts.attach} onClick={() => picker.current?.click()} />
    </>
  );
}
