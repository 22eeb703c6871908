import { normaliseCode, shortCode } from '#shared/lib/short-code.ts'
import { UUID } from '#shared/lib/uuid.ts'
import type { Store } from '#server/store/port.ts'

import { emailTerm, personTerm } from './deltas.ts'
import { type ErrorGroup, errorLookups } from './collection.ts'
import { groupsOf, OTHER } from './groups.ts'
import { personOf } from './person.ts'
import { userIdOf } from './queries.ts'

export interface SearchDeps {
  store: Store
  keyedHash: (text: string) => string
  /** The same hash as in the log. */
  emailHashOf: (email: string) => string
}

const FINGERPRINT = /^(?:[\da-f]{16}|other)$/
const MAX_LOOKUPS = 100
const MAX_GROUPS = 50

export interface Found {
  group: ErrorGroup
  /** Id of the sample with the code or id. */
  sample?: string
}

/** Finds groups by a fingerprint, a code, the id of an entry or of a request, and a member's email. Latest first. */
export function createSearch({ store, keyedHash, emailHashOf }: SearchDeps) {
  async function termsOf(text: string): Promise<string[]> {
    if (text.includes('@')) {
      const email = text.toLowerCase()
      const userId = userIdOf(await store.views(), email)
      return [
        emailTerm(emailHashOf(email)),
        ...(userId === undefined ? [] : [personTerm(personOf(userId, keyedHash))]),
      ]
    }
    const code = codeIn(text)
    // An entry's id contains the entry's code; a request's is a term itself.
    return code !== undefined && !UUID.test(text) ? [code] : [text.toLowerCase(), ...(code ? [code] : [])]
  }

  async function fingerprintsOf(terms: readonly string[]): Promise<string[]> {
    const pages = await Promise.all(
      terms.map((value) =>
        store.find(errorLookups, {
          contains: { field: 'terms', value },
          orderBy: 'at',
          direction: 'desc',
          limit: MAX_LOOKUPS,
        }),
      ),
    )
    const lookups = pages.flatMap(({ items }) => items).toSorted((one, other) => (one.at > other.at ? -1 : 1))
    return lookups.flatMap(({ terms: its, fingerprints, groupOf }) =>
      its.flatMap((term, at) => (terms.includes(term) ? (fingerprints[groupOf[at] ?? 0] ?? []) : [])),
    )
  }

  return async (text: string): Promise<Found[]> => {
    const lowered = text.toLowerCase()
    const code = FINGERPRINT.test(lowered) ? undefined : codeIn(text)
    const fingerprints = FINGERPRINT.test(lowered) ? [lowered] : await fingerprintsOf(await termsOf(text))
    const distinct = [...new Set(fingerprints)].slice(0, MAX_GROUPS)
    if (distinct.length === 0) return []
    const groups = await groupsOf(store, [...distinct, OTHER])
    const found = new Map<string, Found>()
    for (const fingerprint of distinct) {
      // Errors beyond the limit of new groups have no group of their own.
      const group = groups.get(fingerprint) ?? (FINGERPRINT.test(lowered) ? undefined : groups.get(OTHER))
      const sample =
        code && group?.samples.find((each) => each.code === code || shortCode(each.id) === code)?.id
      if (group) found.set(group.id, { group, sample })
    }
    return [...found.values()]
  }
}

/** The typed code, or that of an entry's or a request's id. */
const codeIn = (text: string) => (UUID.test(text) ? shortCode(text) : normaliseCode(text))
