/** The keys of a record that has no others: TypeScript types them as any text, since objects can have more. */
export const keysOf = <K extends string>(record: Readonly<Partial<Record<K, unknown>>>) =>
  Object.keys(record) as K[]

export const recordOf = <K extends string, V>(keys: readonly K[], valueOf: (key: K) => V) =>
  Object.fromEntries(keys.map((key) => [key, valueOf(key)])) as Record<K, V>
