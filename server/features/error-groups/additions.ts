import type { SeenRequest } from '#shared/client-error-groups.ts'
import { cutText } from '#shared/scrub.ts'
import { codeOf, shortCode } from '#shared/short-code.ts'
import type { LoggedEntry } from '#server/features/client-errors/types.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { Transaction } from '#server/store/port.ts'

import {
  type Addition,
  errorAdditions,
  errorLookups,
  errorSamples,
  type ErrorSampleDocument,
} from './collection.ts'
import { addTo } from './counts.ts'
import { addPeople } from './group.ts'
import { createSampleQuota } from './sample-quota.ts'

const HOUR = 60 * 60_000
const LONGEST = {
  title: 300,
  message: 2048,
  stack: 4096,
  components: 2048,
  metadata: 2048,
  userAgent: 300,
}
const REQUESTS = 40
/** Of one entry: what a browser may sum up. */
const MOST_REPEATS = 100_000
const BY_MEMBER = { byMember: true } as const
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

interface Deps {
  clock: Clock
  keyedHash: (text: string) => string
  /** `Chrome 140`, from a list of names: never what the browser sent. */
  browserOf: (userAgent: string) => string
  /** The member's requests to this process from a minute before to a minute after. */
  requestsOf: (userId: string, at: string) => SeenRequest[]
}

/** What is written with the ids of entries, so that they are found in groups if and only if they count as written. */
export interface PreparedAddition {
  addition: { id: string; at: string; groups: Addition[] }
  lookup: { id: string; at: string; terms: string[]; fingerprints: string[]; groupOf: number[] }
  samples: ErrorSampleDocument[]
}

/** Names a member in groups and samples. */
export const personOf = (userId: string, keyedHash: Deps['keyedHash']) =>
  keyedHash(`client-error-member:${userId}`).slice(0, 16)

export const emailTerm = (emailHash: string) => `e:${emailHash.slice(0, 32)}`
export const personTerm = (person: string) => `m:${person}`

/** Counts entries by group; which of them become samples is limited. */
export function createAdditions({ clock, keyedHash, browserOf, requestsOf }: Deps) {
  const allowsSample = createSampleQuota(clock)

  const sampleOf = (entry: LoggedEntry, browser: string, person: string | undefined): ErrorSampleDocument => {
    const { id, at, count, caughtAs, errorType: type, path, release, build, symbolicated } = entry
    return given({
      id,
      at,
      count,
      caughtAs,
      type,
      message: cutText(entry.message, LONGEST.message),
      path,
      release,
      build,
      browser,
      userAgent: cutText(entry.userAgent, LONGEST.userAgent),
      requestId: entry.requestId,
      person,
      stack: cut(entry.stack, LONGEST.stack),
      readableStack: symbolicated ? cut(entry.readableStack, LONGEST.stack) : undefined,
      componentStack: cut(entry.componentStack, LONGEST.components),
      metadata: cut(entry.metadata, LONGEST.metadata),
      requests: entry.userId === undefined ? [] : requestsOf(entry.userId, at).slice(-REQUESTS),
    })
  }

  return {
    /** @param id of the document with the entries' ids */
    prepare(id: string, at: string, entries: readonly LoggedEntry[]): PreparedAddition {
      const groups = new Map<string, Addition>()
      const terms = new Map<string, Set<string>>()
      const samples: ErrorSampleDocument[] = []
      for (const entry of entries) {
        const person = entry.userId === undefined ? undefined : personOf(entry.userId, keyedHash)
        const browser = browserOf(entry.userAgent)
        const isSample = allowsSample(entry.fingerprint)
        if (isSample) samples.push(sampleOf(entry, browser, person))
        const visitor = keyedHash(`client-error-tab:${entry.tabId}`).slice(0, 16)
        const addition = additionOf(entry, { browser, person, visitor, isSample })
        const known = groups.get(entry.fingerprint)
        groups.set(entry.fingerprint, known ? joined(known, addition) : addition)
        for (const term of termsOf(entry, person)) {
          terms.set(term, (terms.get(term) ?? new Set()).add(entry.fingerprint))
        }
      }
      const fingerprints = [...groups.keys()]
      const found = [...terms].flatMap(([term, its]) => [...its].map((each) => [term, each] as const))
      return {
        addition: { id, at, groups: [...groups.values()] },
        lookup: {
          id,
          at,
          terms: found.map(([term]) => term),
          fingerprints,
          groupOf: found.map(([, fingerprint]) => fingerprints.indexOf(fingerprint)),
        },
        samples,
      }
    },

    write(tx: Pick<Transaction, 'put'>, { addition, lookup, samples }: PreparedAddition) {
      tx.put(errorAdditions, addition)
      tx.put(errorLookups, lookup)
      for (const sample of samples) tx.put(errorSamples, sample)
    },

    /** Without samples, for as long as the store is out. */
    essence: ({ addition, lookup }: PreparedAddition): PreparedAddition => ({
      addition: { ...addition, groups: addition.groups.map((group) => ({ ...group, samples: [] })) },
      lookup,
      samples: [],
    }),
  }
}

function additionOf(
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
): Addition {
  const { id, fingerprint, at: firstAt, lastAt, release, build } = entry
  const count = Math.min(entry.count, MOST_REPEATS)
  return {
    fingerprint,
    type: entry.errorType,
    message: cutText(entry.normalisedMessage, LONGEST.title),
    count,
    isRefusal: entry.isRefusal,
    firstAt,
    lastAt,
    hours: [{ hour: Math.floor(Date.parse(lastAt) / HOUR), count }],
    releases: [{ release, build, count, firstAt, lastAt, ...(person !== undefined && BY_MEMBER) }],
    browsers: [{ browser, count }],
    samples: isSample ? [{ id, at: firstAt, code: codeOf(entry) }] : [],
    ...(!entry.symbolicated && entry.stack && { awaitedBuild: build }),
    members: person === undefined ? [] : [person],
    visitors: person === undefined ? [visitor] : [],
    networks: entry.network === undefined ? [] : [entry.network],
  }
}

const joined = (known: Addition, more: Addition): Addition => ({
  ...addTo(known, more),
  fingerprint: known.fingerprint,
  ...addPeople(known, more),
})

function termsOf({ id, requestId, emailHash }: LoggedEntry, person: string | undefined) {
  // It comes from the browser, so it may be no id at all.
  const ofRequest = requestId && UUID.test(requestId) ? [requestId, shortCode(requestId)] : []
  const ofPerson = [
    ...(person === undefined ? [] : [personTerm(person)]),
    ...(emailHash === undefined ? [] : [emailTerm(emailHash)]),
  ]
  return [shortCode(id), ...ofRequest, ...ofPerson]
}

const cut = (text: string | undefined, longest: number) => (text ? cutText(text, longest) : undefined)

/** Absent instead of undefined, as the store has it. */
const given = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T as undefined extends T[K] ? never : K]: T[K]
  } & { [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined> }
