export { default } from "@xterm/headless";
