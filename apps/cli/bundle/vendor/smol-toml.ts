export { parse, TomlError } from "smol-toml";
