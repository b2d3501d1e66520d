/** The package ships no types: lists of words by three-letter codes of languages, beside a function. */
declare module "stopword";
