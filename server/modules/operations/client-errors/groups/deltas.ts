import { HOUR } from '#shared/lib/durations.ts'
import { cutText } from '#shared/operations/scrub.ts'
import { codeOf, shortCode } from '#shared/lib/short-code.ts'
import { UUID } from '#shared/lib/uuid.ts'
import type { LoggedEntry } from '#server/modules/operations/client-errors/entries/types.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { Transaction } from '#server/store/port.ts'

import { browserOf } from './browser.ts'
import {
  type Delta,
  errorDeltas,
  errorLookups,
  errorSamples,
  type ErrorSampleDocument,
} from './collection.ts'
import { joined } from './group.ts'
import { personOf } from './person.ts'
import type { RequestHistory } from './request-history.ts'
import { createSampleQuota } from './sample-quota.ts'

const MAX_CHARACTERS = {
  title: 300,
  message: 2048,
  stack: 4096,
  components: 2048,
  metadata: 2048,
  userAgent: 300,
}
const REQUESTS = 40
/** Maximum repeats that a browser may sum up in one entry. */
const MAX_REPEATS = 100_000
const BY_MEMBER = { byMember: true } as const

interface Deps {
  clock: Clock
  keyedHash: (text: string) => string
  requestHistory: RequestHistory
}

export const emailTerm = (emailHash: string) => `e:${emailHash.slice(0, 32)}`
export const personTerm = (person: string) => `m:${person}`

export type Deltas = ReturnType<typeof createDeltas>

/** Counts entries by group; the number of samples is limited. */
export function createDeltas({ clock, keyedHash, requestHistory }: Deps) {
  const allowsSample = createSampleQuota(clock)

  const sampleOf = (entry: LoggedEntry, browser: string, person: string | undefined): ErrorSampleDocument => {
    const { id, at, count, caughtAs, errorType: type, path, release, build, symbolicated } = entry
    return given({
      id,
      at,
      count,
      caughtAs,
      type,
      message: cutText(entry.message, MAX_CHARACTERS.message),
      path,
      release,
      build,
      browser,
      userAgent: cutText(entry.userAgent, MAX_CHARACTERS.userAgent),
      requestId: entry.requestId,
      person,
      stack: cut(entry.stack, MAX_CHARACTERS.stack),
      readableStack: symbolicated ? cut(entry.readableStack, MAX_CHARACTERS.stack) : undefined,
      componentStack: cut(entry.componentStack, MAX_CHARACTERS.components),
      metadata: cut(entry.metadata, MAX_CHARACTERS.metadata),
      requests: entry.userId === undefined ? [] : requestHistory.ofMember(entry.userId, at).slice(-REQUESTS),
    })
  }

  return {
    /** Stores the counts of `entries`, in the transaction of their ids. @param batch the document with these ids */
    add(
      tx: Pick<Transaction, 'put'>,
      { id, at }: { id: string; at: string },
      entries: readonly LoggedEntry[],
    ) {
      const groups = new Map<string, Delta>()
      const terms = new Map<string, Set<string>>()
      for (const entry of entries) {
        const person = entry.userId === undefined ? undefined : personOf(entry.userId, keyedHash)
        const browser = browserOf(entry.userAgent)
        const isSample = allowsSample(entry.fingerprint)
        if (isSample) tx.put(errorSamples, sampleOf(entry, browser, person))
        const visitor = keyedHash(`client-error-tab:${entry.tabId}`).slice(0, 16)
        const delta = deltaOf(entry, { browser, person, visitor, isSample })
        const known = groups.get(entry.fingerprint)
        groups.set(entry.fingerprint, known ? joined(known, delta) : delta)
        for (const term of termsOf(entry, person)) {
          terms.set(term, (terms.get(term) ?? new Set()).add(entry.fingerprint))
        }
      }
      tx.put(errorDeltas, { id, at, groups: [...groups.values()] })
      const fingerprints = [...groups.keys()]
      const found = [...terms].flatMap(([term, its]) => [...its].map((each) => [term, each] as const))
      tx.put(errorLookups, {
        id,
        at,
        terms: found.map(([term]) => term),
        fingerprints,
        groupOf: found.map(([, fingerprint]) => fingerprints.indexOf(fingerprint)),
      })
    },
  }
}

function deltaOf(
  entry: LoggedEntry,
  {
    browser,
    person,
    visitor,
    isSample,
  }: Record<'browser' | 'visitor', string> & {
    person: string | undefined
    isSample: boolean
  },
): Delta {
  const { id, fingerprint, at: firstAt, lastAt, release, build } = entry
  const count = Math.min(entry.count, MAX_REPEATS)
  return {
    fingerprint,
    type: entry.errorType,
    message: cutText(entry.normalisedMessage, MAX_CHARACTERS.title),
    count,
    isRefusal: entry.isRefusal,
    firstAt,
    lastAt,
    hours: [{ hour: Math.floor(Date.parse(lastAt) / HOUR), count }],
    releases: [{ release, build, count, firstAt, lastAt, ...(person !== undefined && BY_MEMBER) }],
    browsers: [{ browser, count }],
    samples: isSample ? [{ id, at: firstAt, code: codeOf(entry) }] : [],
    awaitedBuild: !entry.symbolicated && entry.stack ? build : undefined,
    members: person === undefined ? [] : [person],
    visitors: person === undefined ? [visitor] : [],
    networks: entry.network === undefined ? [] : [entry.network],
  }
}

function termsOf({ id, requestId, emailHash }: LoggedEntry, person: string | undefined) {
  // It comes from the browser, so it may not be an id at all.
  const ofRequest = requestId && UUID.test(requestId) ? [requestId, shortCode(requestId)] : []
  const ofPerson = [
    ...(person === undefined ? [] : [personTerm(person)]),
    ...(emailHash === undefined ? [] : [emailTerm(emailHash)]),
  ]
  return [shortCode(id), ...ofRequest, ...ofPerson]
}

const cut = (text: string | undefined, longest: number) => (text ? cutText(text, longest) : undefined)

/** Removes undefined fields, as in the store. */
const given = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T as undefined extends T[K] ? never : K]: T[K]
  } & { [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined> }
