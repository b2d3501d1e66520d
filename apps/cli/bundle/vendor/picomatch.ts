export { default } from "picomatch";
