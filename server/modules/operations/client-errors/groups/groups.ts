import type { Reader } from '#server/store/port.ts'

import { type ErrorGroup, errorGroups } from './collection.ts'

/** The group of all errors beyond the limits of new groups. */
export const OTHER = 'other'

/** Groups by fingerprint; those of merged groups lead to their target. At most 500. */
export async function groupsOf(
  reader: Pick<Reader, 'getMany'>,
  fingerprints: readonly string[],
): Promise<ReadonlyMap<string, ErrorGroup>> {
  const found = await someOf(reader, fingerprints)
  const merged = found.flatMap(({ id, mergedInto }) => (mergedInto === undefined ? [] : [{ id, mergedInto }]))
  const into = await someOf(reader, [...new Set(merged.map(({ mergedInto }) => mergedInto))])
  const groups = new Map([...found, ...into].map((group) => [group.id, group]))
  for (const { id, mergedInto } of merged) {
    const group = groups.get(mergedInto)
    if (group) groups.set(id, group)
    else groups.delete(id)
  }
  return groups
}

async function someOf(reader: Pick<Reader, 'getMany'>, ids: readonly string[]) {
  const found = ids.length === 0 ? [] : await reader.getMany(errorGroups, ids)
  return found.filter((group) => group !== undefined)
}
