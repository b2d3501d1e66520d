/**
 * Where packages and toolchains come from, by kind. Only what hands out packages: no host on which anybody could put files
 * (storage of clouds, sources of code), and no mirrors of systems, whose packages need root.
 */
const hostsByKind: Readonly<Record<string, readonly string[]>> = {
  "npm, pnpm, yarn, node": ["registry.npmjs.org", "registry.yarnpkg.com", "repo.yarnpkg.com", "nodejs.org"],
  "bun, deno, jsr": ["bun.sh", "deno.land", "dl.deno.land", "jsr.io", "npm.jsr.io"],
  "pip, uv": ["pypi.org", "files.pythonhosted.org", "bootstrap.pypa.io", "download.pytorch.org"],
  conda: ["repo.anaconda.com", "conda.anaconda.org"],
  "cargo, rustup": ["crates.io", "index.crates.io", "static.crates.io", "static.rust-lang.org"],
  go: ["proxy.golang.org", "sum.golang.org", "go.dev", "dl.google.com"],
  "maven, gradle, sbt": [
    ...["repo.maven.apache.org", "repo1.maven.org", "maven.google.com", "plugins.gradle.org"],
    ...["plugins-artifacts.gradle.org", "services.gradle.org", "downloads.gradle.org"],
    ...["repo.scala-sbt.org", "repo.clojars.org"],
  ],
  ruby: ["rubygems.org", "index.rubygems.org", "cache.ruby-lang.org"],
  php: ["repo.packagist.org", "packagist.org", "getcomposer.org"],
  ".NET": ["api.nuget.org", "www.nuget.org", "globalcdn.nuget.org", "builds.dotnet.microsoft.com"],
  "elixir, erlang": ["repo.hex.pm", "hex.pm", "builds.hex.pm"],
  haskell: ["hackage.haskell.org", "downloads.haskell.org"],
  "dart, flutter": ["pub.dev"],
  "R, perl, julia, ocaml, lua, zig": [
    ...["cran.r-project.org", "cloud.r-project.org", "cpan.metacpan.org", "www.cpan.org"],
    ...["pkg.julialang.org", "opam.ocaml.org", "luarocks.org", "ziglang.org"],
  ],
  "swift, cocoapods": ["download.swift.org", "cdn.cocoapods.org"],
  "browsers for tests": [
    "cdn.playwright.dev",
    "playwright.download.prss.microsoft.com",
    "download.cypress.io",
  ],
};

/** Hosts of registries of packages and of toolchains, each for the ports 80 and 443. */
export const registryHosts: readonly string[] = Object.values(hostsByKind).flat();
