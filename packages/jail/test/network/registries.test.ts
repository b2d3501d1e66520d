import { expect, test } from "vitest";
import { configuredRegistries, registryHosts, repositoryHosts } from "../../src/index.ts";
import { ProfilePlace, run } from "../support/profile-place.ts";

test("registries are named by the settings of the person, not by their comments or other addresses", () => {
  using place = new ProfilePlace();
  place.write(
    "home/.npmrc",
    "; registry=https://comment.example\nregistry=https://npm.corp.example:4873/\n@own:registry=https://own.example/npm/\n//npm.corp.example/:_authToken=x\nproxy=http://proxy.example:3128\n",
  );
  place.write(
    "home/.config/pip/pip.conf",
    "[global]\nindex-url = https://me:pw@pip.example/simple\nextra-index-url =\n    http://10.0.0.7:8080/simple\n    https://two.example/simple\nproxy = http://proxy.example\n",
  );
  place.write(
    "moved/cargo/config.toml",
    '[source.crates-io]\nreplace-with = "x"\n[source.x]\nregistry = "sparse+https://cargo.example/index/"\n',
  );
  place.write(
    "home/.m2/settings.xml",
    '<settings xmlns="http://maven.apache.org/SETTINGS/1.0.0"><mirrors><mirror><url>https://maven.example/m2</url></mirror></mirrors></settings>',
  );
  place.write("work/.npmrc", "registry=https://evil.example/\n");
  place.write("work/pip.conf", "[global]\nindex-url = https://evil.example/\n");
  const env = {
    CARGO_HOME: place.path("moved/cargo"),
    GOPROXY: "https://go.example,https://proxy.golang.org,direct",
  };

  const hosts = configuredRegistries({ home: place.home, env });

  expect(hosts).toEqual([
    ...["npm.corp.example:4873", "own.example", "pip.example", "10.0.0.7:8080", "two.example"],
    ...["cargo.example", "maven.example", "go.example", "proxy.golang.org"],
  ]);
});

test("hosts of a repository are those of its remotes and submodules by HTTP", async () => {
  using place = new ProfilePlace();
  const git = `cd ${place.workspace} && git init -q && git remote add origin https://me@git.example/x.git
    git remote add ssh git@ssh.example:x.git && git remote add local ../other && git remote add odd http://odd.example:8080/x
    git config remote.origin.pushurl https://push.example/x && git config lfs.url https://lfs.example/x
    git config submodule.libs/a.url https://sub.example/a && git config http.proxy http://proxy.example
    git config url.https://instead.example/.insteadOf short: && git -c user.name=N -c user.email=e@x commit -q --allow-empty -m 1
    git worktree add -q ${place.path("linked")}`;
  await run(["sh", "-c", git], { cwd: place.root, env: place.env });

  const hosts = repositoryHosts(place.workspace);

  expect([...hosts].sort()).toEqual([
    "git.example",
    "lfs.example",
    "odd.example:8080",
    "push.example",
    "sub.example",
  ]);
  expect(repositoryHosts(place.path("linked"))).toEqual(hosts);
  expect(repositoryHosts(place.home)).toEqual([]);
});

test("registries are names of public hosts, each once", () => {
  expect(registryHosts).toContain("registry.npmjs.org");
  expect(new Set(registryHosts).size).toBe(registryHosts.length);
  expect(registryHosts.filter((host) => !/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(host))).toEqual([]);
});
