export { execa } from "execa";
