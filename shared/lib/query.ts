/** The parameters of a query that have a value. */
export const givenParams = (query: Readonly<Record<string, string | undefined>>) =>
  Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1]))
