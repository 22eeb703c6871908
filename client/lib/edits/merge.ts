/** A field that two people changed differently since the same version, by its dotted path. */
export interface Conflict {
  path: string
  mine: unknown
  theirs: unknown
}

/**
 * Rebases an edit onto a newer version. Changes of one side are taken from that side; fields that both changed
 * differently stay as in `mine`, and are conflicts.
 */
export function mergeEdits<E extends object>(base: E, mine: E, theirs: E) {
  const [before, ours, latestFields] = [fieldsOf(base), fieldsOf(mine), fieldsOf(theirs)]
  let merged = mine
  const conflicts: Conflict[] = []
  for (const path of new Set([...before.keys(), ...ours.keys(), ...latestFields.keys()])) {
    const [was, typed, latest] = [before.get(path), ours.get(path), latestFields.get(path)]
    if (same(was, latest) || same(typed, latest)) continue
    if (same(was, typed)) merged = withField(merged, path, latest)
    else conflicts.push({ path, mine: typed, theirs: latest })
  }
  return { merged, conflicts }
}

/** Paths of the fields that differ, in the order of the form. */
export function changedFields(base: object, mine: object) {
  const [before, ours] = [fieldsOf(base), fieldsOf(mine)]
  return [...new Set([...ours.keys(), ...before.keys()])].filter(
    (path) => !same(before.get(path), ours.get(path)),
  )
}

export function withField<E extends object>(edit: E, path: string, value: unknown): E {
  const [name = '', part] = path.split('.')
  if (!part) return { ...edit, [name]: value }
  return { ...edit, [name]: { ...(edit[name as keyof E] as object), [part]: value } }
}

/** Objects are merged field by field. A list is one value, since its order has a meaning. */
function fieldsOf(edit: object) {
  return new Map<string, unknown>(
    Object.entries(edit).flatMap(([name, value]) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.entries(value).map(([part, each]) => [`${name}.${part}`, each] as const)
        : [[name, value] as const],
    ),
  )
}

/** Missing and empty values are equal. */
const same = (one: unknown, other: unknown) => JSON.stringify(one ?? '') === JSON.stringify(other ?? '')
