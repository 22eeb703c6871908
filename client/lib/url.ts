/** A path of our own with what is said in its query; what is empty is left out. */
export function urlWith(path: string, query: Readonly<Record<string, string | undefined>>) {
  const said = Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1]))
  return said.length > 0 ? `${path}?${new URLSearchParams(said)}` : path
}
