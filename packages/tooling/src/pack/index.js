export { installTarballs, measureInstalled } from "./install-tarballs.js";
export { packPackages } from "./pack-packages.js";
