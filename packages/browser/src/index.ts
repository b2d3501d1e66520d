/** A web browser as tools. */
export {};
