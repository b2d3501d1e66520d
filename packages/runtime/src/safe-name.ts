/** A name for a file or a folder made of an id. Ids of calls come from the model: none may lead out of the folder. */
export function safeName(id: string): string {
  return id.replace(/[^A-Za-z0-9_-]/g, "_").slice(0, 100);
}
