import type { ActionTable, ActionTables } from "./action-rules.ts";

const publishes = "It publishes something that others can use at once.";
const systemInstall = "It installs software on the machine.";
const systemRemove = "It removes software from the machine.";
const runsRemote = "It runs a program straight from an address.";
const access = "It changes who may publish.";

const node: ActionTable = {
  values: "C dir filter F prefix w workspace registry tag otp cwd",
  rules: [
    ["publish.package", publishes, "publish !dry-run", "npm publish", "* publish", "stage|release publish"],
    [
      "publish.removed",
      "It takes back or changes what others use.",
      "unpublish|deprecate|undeprecate",
      "dist-tag|dist-tags|tag add|rm|set|remove",
      "npm tag add|remove",
    ],
    [
      "publish.access",
      access,
      "access|owner|team|token|profile|hook|star set|grant|revoke|add|rm|create|public|restricted|enable-2fa|disable-2fa|delete|edit|remove",
      "owner|token|access *",
      "adduser|login|logout|add-user|npm login",
    ],
    [
      "package.global",
      systemInstall,
      "install|i|add|uninstall|remove|rm|un|update|link +g|global",
      "global add|remove|upgrade",
    ],
    [
      "package.source",
      "It takes packages from an address instead of the registry.",
      "install|i|add git+*|git:*|git@*|http:*|https:*|github:*|*.tgz",
      "install|i|add * git+*|http:*|https:*",
    ],
    [
      "startup.write",
      "It changes how packages are fetched or run.",
      "config set|delete|edit registry*|script-shell*|//*|*:registry*|ca*|strict-ssl*|proxy*|https-proxy*|ignore-scripts*|*_auth*|git*|node-options*|shell*",
      "set registry*|script-shell*|//*",
    ],
    ["code.remote", runsRemote, "dlx|x|exec|create http:*|https:*|git+*|github:*", "x http*"],
    ["package.cache", "It clears the store of packages.", "cache clean|clear +force|f|all"],
  ],
};

const runner: ActionTable = {
  values: "p package c call",
  rules: [
    ["code.remote", runsRemote, "git+*|http:*|https:*|github:*|git:*|*.tgz"],
    [
      "publish.package",
      publishes,
      "semantic-release|np|release-it|lerna|changeset|vsce publish",
      "semantic-release|np|release-it !dry-run",
      "vsce|ovsx|web-ext publish|sign",
    ],
    [
      "cloud.delete",
      "It changes or deletes something.",
      "vercel|netlify|wrangler|firebase|sst|serverless|cdk|supabase|prisma|eas|expo|convex|surge deploy|destroy|remove|delete|rm|publish|reset|submit",
      "prisma|supabase migrate|db reset|push +force-reset|accept-data-loss|linked",
      "prisma migrate reset",
      "prisma db push +force-reset|accept-data-loss",
      "* db:drop|db:reset|*:drop|schema:drop|migrate:reset|migrate:fresh|db:wipe",
      "sequelize-cli|sequelize db:drop|db:migrate:undo*|db:seed:undo*",
      "typeorm schema:drop",
      "knex migrate:rollback +all",
      "drizzle-kit drop|push +force",
      "gh-pages",
      "vercel +prod|production",
      "cdk|sst deploy|destroy",
    ],
  ],
};

const python: ActionTable = {
  values: "i index-url r requirement t target extra-index-url",
  rules: [
    [
      "code.remote",
      runsRemote,
      "install|download|wheel|run git+*|http:*|https:*|hg+*|svn+*",
      "install|download|wheel ** http:*|https:*|git+*",
      "install * git+*|http:*|https:*",
      "install * * git+*|http:*|https:*",
    ],
    ["package.system", systemInstall, "install +break-system-packages|user"],
    [
      "package.source",
      "It takes packages from another place than the usual one.",
      "install|download +index-url|extra-index-url|i|trusted-host|find-links",
    ],
    [
      "startup.write",
      "It changes where packages come from.",
      "config set|edit *index-url|global.*|*trusted-host*|*proxy",
    ],
    ["package.removed", "It removes packages.", "uninstall +y|yes", "cache purge"],
  ],
};

const system: ActionTable = {
  values: "o c t a C option config-file target-release",
  rules: [
    [
      "package.removed",
      systemRemove,
      "remove|purge|autoremove|erase|autopurge|uninstall|rm|del|delete|prune|zap|deselect|unmerge",
      "history undo|redo|rollback",
      "+allow-remove-essential|force-yes|allow-unauthenticated|nogpgcheck|no-gpg-checks|allow-downgrades",
    ],
    [
      "package.installed",
      systemInstall,
      "dist-upgrade|full-upgrade|distro-sync|dup|system-upgrade",
      "install|in|add|localinstall|reinstall|upgrade|update-to|group|groupinstall|module|swap|downgrade|mark|edit-sources|build-dep|satisfy|link|tap|services|pin|bundle|extract|sync|emerge",
    ],
  ],
};

// oxfmt-ignore
export const packageTables: ActionTables = {
  npm: node, pnpm: node, yarn: node, bun: node, cnpm: node, corepack: { rules: [] }, npx: runner, bunx: runner, pnpx: runner, uvx: runner, pipx: { rules: [...runner.rules, ["code.remote", runsRemote, "install|run|inject git+*|http:*|https:*|*+spec"], ["package.removed", "It removes packages.", "uninstall*|reinstall-all"]] },
  lerna: { rules: [["publish.package", publishes, "publish|version"]] },
  changeset: { rules: [["publish.package", publishes, "publish"]] },
  "semantic-release": { rules: [["publish.package", publishes, "!dry-run|d"]] },
  np: { rules: [["publish.package", publishes, "!preview"]] },
  "release-it": { rules: [["publish.package", publishes, "!dry-run"]] },
  vsce: { rules: [["publish.package", publishes, "publish|unpublish"]] }, ovsx: { rules: [["publish.package", publishes, "publish"]] },
  "web-ext": { rules: [["publish.package", publishes, "sign|submit"]] },
  eas: { rules: [["publish.package", publishes, "submit|update|build +auto-submit", "submit", "update"]] },
  expo: { rules: [["publish.package", publishes, "publish"]] },
  jsr: { rules: [["publish.package", publishes, "publish"]] },
  deno: { rules: [["publish.package", publishes, "publish|deploy"], ["code.remote", runsRemote, "run|install|eval|cache http:*|https:*", "install|i +g|global"]] },
  pip: python, pip3: python, "python-module": { rules: [["package.removed", "It removes packages.", "pip uninstall +y|yes"], ["code.remote", runsRemote, "pip install git+*|http:*|https:*"], ["package.source", "It takes packages from another place.", "pip install +index-url|extra-index-url|i"], ["publish.package", publishes, "twine upload"], ["network.listen", "It shows files to the network.", "http.server +d|directory", "smtpd|pyftpdlib|SimpleHTTPServer|uploadserver|updog", "http.server !bind|b"], ["code.runs-program", "It runs code.", "timeit|pdb|code|webbrowser|IPython +c"]] },
  uv: { rules: [...python.rules, ["publish.package", publishes, "publish"], ["package.removed", "It removes packages.", "pip uninstall", "cache clean|prune", "python uninstall"], ["code.remote", runsRemote, "pip|tool install|run git+*|http:*|https:*", "tool install|run +from", "pip install git+*|http:*|https:*"]] },
  twine: { rules: [["publish.package", publishes, "upload|register"]] },
  flit: { rules: [["publish.package", publishes, "publish"]] }, hatch: { rules: [["publish.package", publishes, "publish"]] }, pdm: { rules: [["publish.package", publishes, "publish"]] }, rye: { rules: [["publish.package", publishes, "publish"]] }, maturin: { rules: [["publish.package", publishes, "publish|upload"]] }, "towncrier": { rules: [] },
  poetry: { values: "r repository u username p password", rules: [["publish.package", publishes, "publish !dry-run"], ["code.remote", runsRemote, "add git+*|http:*|https:*"], ["publish.access", access, "config pypi-token*|http-basic*|repositories*"], ["package.removed", "It removes packages.", "env remove", "cache clear"]] },
  pipenv: { rules: [["package.removed", "It removes packages.", "uninstall +all|all-dev"]] },
  conda: { rules: [["package.removed", "It removes packages.", "remove|uninstall|env|clean remove", "env remove", "remove|uninstall", "clean"]] }, mamba: { rules: [["package.removed", "It removes packages.", "remove|uninstall", "env remove"]] },
  anaconda: { rules: [["publish.package", publishes, "upload|remove|copy|move"]] },
  cargo: { rules: [["publish.package", publishes, "publish !dry-run|n", "* publish"], ["publish.removed", "It takes back what others use.", "yank|owner"], ["publish.access", access, "login|logout|owner"], ["code.remote", "It builds and installs a program from an address.", "install +git"]] },
  "cargo-release": { rules: [["publish.package", publishes, "+execute|x"]] },
  gem: { rules: [["publish.package", publishes, "push|yank|owner|mirror"], ["package.source", "It takes packages from another place.", "sources +a|add|r|remove", "install +source", "install ** *.gem"], ["package.removed", "It removes packages.", "uninstall|cleanup"], ["publish.access", access, "signin|signout"]] },
  rake: { rules: [["publish.package", publishes, "release"], ["database.change", "It deletes a database.", "db:drop*|db:reset*|db:purge*|db:schema:load|db:truncate_all|db:migrate:reset|db:environment:set"]] },
  rails: { rules: [["database.change", "It deletes a database.", "db:drop*|db:reset*|db:purge*|db:schema:load|db:truncate_all|db:migrate:reset", "destroy"]] },
  go: { rules: [["code.remote", "It builds and installs a program from an address.", "never"], ["startup.write", "It changes how go fetches and builds.", "env +w"], ["package.cache", "It clears the store of modules.", "clean +modcache"]] },
  mvn: { rules: [["publish.package", publishes, "** deploy|deploy:*|release:perform|release:prepare|*:deploy-file|nexus-staging:release"]] }, mvnw: { rules: [["publish.package", publishes, "** deploy|release:perform"]] },
  gradle: { rules: [["publish.package", publishes, "** publish|uploadArchives|publishPlugins|publishTo*Maven*Central|closeAndReleaseRepository|bintrayUpload|:publish|publishAllPublications*"]] }, gradlew: { rules: [["publish.package", publishes, "** publish|uploadArchives|publishPlugins|publishAllPublications*|closeAndReleaseRepository"]] },
  sbt: { rules: [["publish.package", publishes, "** publish|publishSigned|release|sonatype*"]] },
  dotnet: { rules: [["publish.package", publishes, "nuget push|delete"], ["database.change", "It deletes a database.", "ef database drop"], ["package.global", systemInstall, "tool install|update|uninstall +g|global"], ["publish.access", access, "nuget add|remove|update source", "user-secrets clear|remove"]] }, nuget: { rules: [["publish.package", publishes, "push|delete|setapikey|sources"]] },
  composer: { rules: [["code.remote", "It changes packages of the whole account.", "global require|remove|update"], ["package.source", "It changes where packages come from.", "config repositories*|repo*|http-basic*|github-oauth*|secure-http* +g|global"]] },
  mix: { rules: [["publish.package", publishes, "hex.publish|hex.retire|hex.owner|hex.user"], ["database.change", "It deletes a database.", "ecto.drop|ecto.reset|ecto.rollback"]] },
  rebar3: { rules: [["publish.package", publishes, "hex publish|retire"]] }, opam: { rules: [["publish.package", publishes, "publish"], ["package.removed", "It removes packages.", "remove|switch remove"]] }, stack: { rules: [["publish.package", publishes, "upload"]] }, cabal: { rules: [["publish.package", publishes, "upload"]] }, dart: { rules: [["publish.package", publishes, "pub publish|uploader"]] }, flutter: { rules: [["publish.package", publishes, "pub publish"]] }, pod: { rules: [["publish.package", publishes, "trunk push|delete|deprecate", "repo push|remove"]] }, swift: { rules: [["publish.package", publishes, "package-registry publish"]] }, luarocks: { rules: [["publish.package", publishes, "upload"]] }, conan: { rules: [["publish.package", publishes, "upload"], ["package.removed", "It removes packages.", "remove"]] }, helmpush: { rules: [] }, oras: { rules: [["publish.image", publishes, "push|copy|cp|attach|manifest"]] }, crane: { rules: [["publish.image", publishes, "push|copy|delete|tag|append|mutate"]] }, skopeo: { rules: [["publish.image", publishes, "copy|delete|sync"]] }, cosign: { rules: [["publish.image", publishes, "sign|attest|attach|upload|clean"]] }, buildah: { rules: [["publish.image", publishes, "push"]] }, jfrog: { rules: [["publish.package", publishes, "rt upload|u|del|delete|move|mv|copy|cp"]] }, jf: { rules: [["publish.package", publishes, "rt upload|u|del|delete"]] }, snapcraft: { rules: [["publish.package", publishes, "upload|push|release|promote|register|close"]] }, charmcraft: { rules: [["publish.package", publishes, "upload|release"]] }, fastlane: { rules: [["publish.package", publishes, "*"]] }, altool: { rules: [["publish.package", publishes, "+upload-app"]] }, xcrun: { rules: [["publish.package", publishes, "altool|notarytool|iTMSTransporter +upload-app|upload-package|f", "notarytool submit", "altool"], ["container.delete", "It deletes a simulator.", "simctl delete|erase"]] }, clasp: { rules: [["publish.package", publishes, "push|deploy|undeploy"]] }, huggingface: { rules: [] }, "huggingface-cli": { rules: [["publish.package", publishes, "upload*|repo|delete-cache", "repo create|delete"], ["credentials.login", "It signs in or out.", "login|logout"]] }, hf: { rules: [["publish.package", publishes, "upload*|repo create|delete"]] }, kaggle: { rules: [["publish.package", publishes, "* create|version|push|submit|update|delete"]] }, ollama: { rules: [["container.delete", "It deletes a model.", "rm"], ["publish.package", publishes, "push"]] }, goreleaser: { rules: [["publish.package", publishes, "release !snapshot|skip-publish|skip", "publish|announce"]] }, wasmer: { rules: [["publish.package", publishes, "publish|deploy"]] }, "mike": { rules: [["publish.site", "It publishes a site.", "deploy +p|push", "delete"]] }, mkdocs: { rules: [["publish.site", "It publishes a site.", "gh-deploy"]] }, hexo: { rules: [["publish.site", "It publishes a site.", "deploy|d"]] },
  apt: system, "apt-get": system, aptitude: system, dnf: system, yum: system, zypper: system, microdnf: system, tdnf: system, apk: system, emerge: { rules: [["package.removed", systemRemove, "*"]] }, eopkg: system, xbps: system, "xbps-install": { rules: [["package.installed", systemInstall, "*"]] }, "xbps-remove": { rules: [["package.removed", systemRemove, "*"]] }, pkg: system, pkgin: system, "pkg_add": { rules: [["package.installed", systemInstall, "*"]] }, "pkg_delete": { rules: [["package.removed", systemRemove, "*"]] }, brew: system, port: system, snap: { rules: [...system.rules, ["package.installed", systemInstall, "refresh|revert|connect|set|disable|enable|switch"]] }, flatpak: system, choco: system, winget: system, scoop: system, nala: system, pamac: system, guix: { rules: [["package.removed", systemRemove, "remove|gc|system|pull", "package +r|remove|delete-generations"]] }, rpm: { rules: [["package.removed", systemRemove, "+e|erase"], ["package.installed", systemInstall, "+i|U|F|install|upgrade|import !q|qa|qi|ql|qf|query"]] }, dpkg: { rules: [["package.removed", systemRemove, "+r|P|remove|purge"], ["package.installed", systemInstall, "+i|install|unpack|configure|force-all|add-architecture|set-selections"]] }, pacman: { rules: [["package.removed", systemRemove, "+R|remove"], ["package.installed", systemInstall, "+U|S|upgrade|sync|D|database !s|i|l|g|p|search|info|list"]] }, yay: { rules: [["package.removed", systemRemove, "+R"], ["package.installed", systemInstall, "+S|U !s|i"]] }, paru: { rules: [["package.removed", systemRemove, "+R"], ["package.installed", systemInstall, "+S|U !s|i"]] }, "add-apt-repository": { rules: [["package.source", "It adds a source of software.", "*"]] }, "apt-key": { rules: [["package.source", "It trusts another signer of software.", "add|adv|del"]] }, "apt-mark": { rules: [["package.installed", systemInstall, "hold|unhold|auto|manual"]] }, "softwareupdate": { rules: [["package.installed", systemInstall, "+i|install|download|d"]] }, installer: { rules: [["package.installed", systemInstall, "+pkg"]] }, alien: { rules: [["package.installed", systemInstall, "+i"]] }, "nix-env": { rules: [["package.removed", systemRemove, "+e|uninstall|delete-generations|rollback"], ["package.installed", systemInstall, "+i|u|install|upgrade"]] }, "nix-collect-garbage": { rules: [["package.removed", "It deletes what nothing uses any more.", "+d|delete-old|delete-older-than"]] }, "nix-store": { rules: [["package.removed", systemRemove, "+delete|gc"]] }, nix: { rules: [["package.removed", systemRemove, "store delete|gc", "profile remove|wipe-history|rollback", "profile install|add"], ["code.remote", runsRemote, "run github:*|git+*|http*|https*"]] }, "nixos-rebuild": { rules: [["package.installed", "It changes the whole system.", "switch|boot|test"]] }, "update-alternatives": { rules: [["package.installed", "It changes which program a name stands for.", "+install|remove|set|config|auto|remove-all"]] }, rustup: { rules: [["package.removed", "It removes a toolchain.", "self uninstall", "toolchain uninstall|remove"]] }, asdf: { rules: [["package.removed", "It removes a version.", "uninstall", "plugin remove", "plugin-remove"]] }, nvm: { rules: [["package.removed", "It removes a version.", "uninstall"]] },
};
