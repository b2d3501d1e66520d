// oxlint-disable-next-line import/no-default-export -- It is CommonJS, which Node gives as a default.
export { default } from "picomatch";
