import { UUID } from '#shared/lib/uuid.ts'

import { isObject, keysUnder, parseStored, tabStorage } from './storage.ts'

/** Stores unsent input, so that it survives a reload or an expired session. Never stores passwords. */
const PREFIX = 'draft:'
const OWNER = 'drafts-of'

export const readDraft = (name: string) => parseStored(tabStorage.read(PREFIX + name), isObject)

export const hasDraft = (name: string) => readDraft(name) !== undefined

export const writeDraft = (name: string, values: object) =>
  tabStorage.write(PREFIX + name, JSON.stringify(values))

export function removeDraft(name: string) {
  tabStorage.remove(PREFIX + name)
  removeDraftKey(name)
}

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
