import type { AuditedField } from '#shared/admin/audit.ts'

interface Snapshots {
  before?: Record<string, unknown> | undefined
  after?: Record<string, unknown> | undefined
}

/** The changes of an entry, field by field; fields of objects by their path. */
export function fieldsOf({ before = {}, after = {} }: Snapshots): AuditedField[] {
  const [was, is] = [new Map(textsOf(before)), new Map(textsOf(after))]
  return [...new Set([...was.keys(), ...is.keys()])].map((name) => {
    const [old, now] = [was.get(name), is.get(name)]
    return { name, before: old, after: now }
  })
}

function* textsOf(value: object, path = ''): Generator<[string, string]> {
  for (const [key, part] of Object.entries(value)) {
    const name = path ? `${path}.${key}` : key
    if (part === undefined || part === null) continue
    if (Array.isArray(part)) yield [name, part.map(textOf).join('\n')]
    else if (typeof part === 'object') yield* textsOf(part, name)
    else yield [name, textOf(part)]
  }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
