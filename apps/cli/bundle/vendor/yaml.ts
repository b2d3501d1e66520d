// By name: it is CommonJS, of which nothing can be seen through a star.
export {
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  LineCounter,
  parse,
  parseAllDocuments,
  parseDocument,
  visit,
} from "yaml";
