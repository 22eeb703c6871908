import { isObject, keysUnder, parseStored, tabStorage } from './storage.ts'

/** Stores unsent input, so that it survives a reload or an expired session. Never stores passwords. */
const PREFIX = 'draft:'
const OWNER = 'drafts-of'

export const readDraft = (name: string) => parseStored(tabStorage.read(PREFIX + name), isObject)

export const hasDraft = (name: string) => readDraft(name) !== undefined

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

export const writeDraft = (name: string, values: object) =>
  tabStorage.write(PREFIX + name, JSON.stringify(values))

export function removeDraft(name: string) {
  tabStorage.remove(PREFIX + name)
  removeDraftKey(name)
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

const keyName = (name: string) => `${PREFIX}${name}:key`

/** The idempotency key of the request that sends the draft: constant until it succeeds, so repeats create one thing. */
export function draftKey(name: string): string {
  const stored = tabStorage.read(keyName(name)) ?? ''
  const key = UUID.test(stored) ? stored : crypto.randomUUID()
  tabStorage.write(keyName(name), key)
  return key
}

export const removeDraftKey = (name: string) => tabStorage.remove(keyName(name))

/** Deletes another person's drafts; a person who returns finds their own. */
export function claimDrafts(uid: string) {
  const owner = tabStorage.read(OWNER)
  if (owner && owner !== uid) removeAllDrafts()
  tabStorage.write(OWNER, uid)
}

/** Called at a sign-out that the person asked for; after an expired session they find their drafts again. */
export function removeDraftsOf(uid: string) {
  if (tabStorage.read(OWNER) === uid) removeAllDrafts()
}

function removeAllDrafts() {
  keysUnder(tabStorage, PREFIX).forEach(tabStorage.remove)
}
