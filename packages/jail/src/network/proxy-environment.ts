import type { Environment } from "@hermes/registry";

/**
 * Variables that make programs use a proxy on this machine: curl, wget, git, npm, pnpm, yarn, bun, deno, Node's `fetch`, pip, uv,
 * cargo, go, gem, composer and .NET obey the common ones, programs on Java get options. Servers of this machine are asked directly.
 *
 * @param env What the programs have otherwise: options in it are kept, and those for the proxy added.
 */
export function proxyEnvironment(port: number, env: Environment = {}): Readonly<Record<string, string>> {
  const address = `http://127.0.0.1:${port}`;
  const direct = "localhost,127.0.0.1,::1,0.0.0.0";
  const java = ["http", "https"]
    .map((scheme) => `-D${scheme}.proxyHost=127.0.0.1 -D${scheme}.proxyPort=${port}`)
    .join(" ");
  return {
    ...both({ HTTP_PROXY: address, HTTPS_PROXY: address, ALL_PROXY: address, NO_PROXY: direct }),
    // Yarn from version 2 on, Node from 22.21 on, Electron's installer.
    YARN_HTTP_PROXY: address,
    YARN_HTTPS_PROXY: address,
    NODE_USE_ENV_PROXY: "1",
    ELECTRON_GET_USE_PROXY: "1",
    ...Object.fromEntries(
      ["MAVEN_OPTS", "GRADLE_OPTS", "SBT_OPTS"].map((name) => [
        name,
        [env[name] ?? "", java].join(" ").trim(),
      ]),
    ),
  };
}

function both(variables: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(variables).flatMap(([name, value]) => [
      [name, value],
      [name.toLowerCase(), value],
    ]),
  );
}
