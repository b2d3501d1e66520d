import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { openState } from "@hermes/state";
import { expect, test } from "vitest";
import { writtenFiles, writtenTable } from "../src/permissions/written-files.ts";
import { temporaryPlace } from "./support/temporary-place.ts";

const web = { source: "web", name: "docs.example" } as const;
const mail = { source: "mail" } as const;

test("sources of files come back in another process, as long as these hold what they held", async () => {
  await using place = await temporaryPlace();
  const path = join(place.root, "hermes.db");
  const [page, folder] = [join(place.project, "page.html"), join(place.project, "tool")];
  await mkdir(folder);
  await writeFile(page, "text");
  {
    await using state = openState({ path, migrations: [writtenTable] });
    const files = writtenFiles(async () => state);
    expect(await files.isEmpty()).toBe(true);
    await files.note([page, folder], [web]);
    await files.note([page], [mail]);
    expect(await files.sourcesAt(page)).toEqual([web, mail]);
  }
  await using state = openState({ path, migrations: [writtenTable] });
  const files = writtenFiles(async () => state);

  expect(await files.isEmpty()).toBe(false);
  expect(await files.sourcesAt(page)).toEqual([web, mail]);
  expect(await files.sourcesAt(join(folder, "src", "a.ts"))).toEqual([web]);
  expect(await files.sourcesAt(place.project)).toEqual([]);
  expect(await files.sourcesAt(place.project, { below: true })).toEqual([web, mail]);
  expect(await files.sourcesAt(`${page}.bak`)).toEqual([]);

  await writeFile(page, "what the person wrote");
  await rename(folder, `${folder}-2`);
  expect(await files.sourcesAt(page)).toEqual([]);
  expect(await files.sourcesAt(folder)).toEqual([]);
  await writeFile(page, "text");
  expect(await files.sourcesAt(page)).toEqual([web, mail]);
  await rm(page);
  expect(await files.sourcesAt(page)).toEqual([]);
});

test("what another process notes is known to this one soon", async () => {
  await using place = await temporaryPlace();
  const path = join(place.root, "hermes.db");
  const page = join(place.project, "page.html");
  await writeFile(page, "text");
  await using one = openState({ path, migrations: [writtenTable] });
  await using other = openState({ path, migrations: [writtenTable] });
  const reader = writtenFiles(async () => one);
  expect(await reader.isEmpty()).toBe(true);

  await writtenFiles(async () => other).note([page], [web]);

  await expect.poll(() => reader.sourcesAt(page), { timeout: 30_000 }).toEqual([web]);
});
