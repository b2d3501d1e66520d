import { createHash } from "node:crypto";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import http from "node:http";
import { gzipSync } from "node:zlib";
import { onTestFinished } from "vitest";
import { writeTar } from "../../src/commands/profile/tar.ts";

export interface PublishedPackage {
  /** Of its package.json; `name` and `version` among them. */
  readonly manifest: Readonly<Record<string, unknown>> & { readonly name: string; readonly version: string };
  /** More files, by path. */
  readonly files: Readonly<Record<string, string>>;
}

export interface NpmRegistry {
  readonly url: string;
  /** Resolves once an archive is asked for. */
  readonly asked: Promise<void>;
}

/** An archive as `npm pack` makes it. */
export function packed({ manifest, files }: PublishedPackage): Buffer {
  const all = { "package.json": JSON.stringify(manifest), ...files };
  return gzipSync(
    writeTar(
      Object.entries(all).map(([path, text]) => ({
        ...{ path: `package/${path}`, bytes: Buffer.from(text), isProgram: false },
      })),
    ),
  );
}

/** A registry on this machine, of the shape that npm reads. @param silent Archives are asked for in vain. */
export async function startNpmRegistry(
  packages: readonly PublishedPackage[],
  { silent = false }: { readonly silent?: boolean } = {},
): Promise<NpmRegistry> {
  const asked = Promise.withResolvers<void>();
  const server = http.createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? "");
    const archive = packages.find(({ manifest: { name, version } }) => path === `/${name}/-/${version}.tgz`);
    const found = packages.filter(({ manifest: { name } }) => path === `/${name}`);
    if (archive !== undefined) {
      asked.resolve();
      if (!silent) response.end(packed(archive));
    } else if (found.length > 0) response.end(JSON.stringify(documentOf(found, url)));
    else response.writeHead(404).end("{}");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  // A server that listens on a port has an address of this kind.
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { url, asked: asked.promise };
}

function documentOf(packages: readonly PublishedPackage[], url: string): unknown {
  const versions = packages.map((each) => {
    const { name, version } = each.manifest;
    const shasum = createHash("sha1").update(packed(each)).digest("hex");
    return [
      version,
      { ...each.manifest, dist: { tarball: `${url}/${name}/-/${version}.tgz`, shasum } },
    ] as const;
  });
  const latest = packages.at(-1)?.manifest;
  return {
    name: latest?.name,
    "dist-tags": { latest: latest?.version },
    versions: Object.fromEntries(versions),
  };
}
