import { readDraft } from './drafts.ts'
import { isObject } from './storage.ts'

/** The fields of a draft that a form with these values can show: an earlier release may have stored others. */
export function readFields<V extends object>(name: string, initial: V): Partial<V> | undefined {
  const stored = readDraft(name)
  return stored && (fieldsLike(stored, initial) as Partial<V>)
}

const fieldsLike = (stored: Record<string, unknown>, initial: object) =>
  Object.fromEntries(
    Object.entries(stored).filter(([field, value]) => isLike(value, Reflect.get(initial, field))),
  )

/** Whether a value has the form of the example, as far as that shows one. */
function isLike(value: unknown, example: unknown): boolean {
  if (example === undefined || example === null) return true
  if (Array.isArray(example)) return Array.isArray(value) && value.every((each) => isItemLike(each, example))
  if (!isObject(example)) return typeof value === typeof example
  return isObject(value) && Object.keys(example).every((field) => isLike(value[field], example[field]))
}

/** Lists in forms have texts or objects. Objects in lists may lack what another one has, such as a hint. */
function isItemLike(value: unknown, [example]: readonly unknown[]) {
  if (!isObject(value)) return example === undefined ? typeof value === 'string' : isLike(value, example)
  const fields = isObject(example) ? example : {}
  return Object.keys(value).every((field) => isLike(value[field], fields[field]))
}
