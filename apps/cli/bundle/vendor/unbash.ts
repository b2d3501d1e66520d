export { parse } from "unbash";
