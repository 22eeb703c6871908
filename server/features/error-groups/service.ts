import type {
  ErrorGroupDetails,
  ErrorGroupPage,
  ErrorGroupQuery,
  ErrorSample,
  SeenRequest,
  SourceFrame,
} from '#shared/client-error-groups.ts'
import { type ErrorState, SEEN_WITHIN } from '#shared/client-error-rules.ts'
import { PAGE_SIZE } from '#shared/constants.ts'
import { codeOf, shortCode } from '#shared/short-code.ts'
import type { RecordAudit } from '#server/features/audit/types.ts'
import type { Actor } from '#server/features/session/types.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { notFound, stale } from '#server/lib/failure.ts'

import { type ErrorGroup, errorGroups, errorRegisters, errorSamples, REGISTER } from './collection.ts'
import { groupsOf } from './groups.ts'
import { createRows, type NamesOf } from './rows.ts'
import { createSearch, type SearchDeps } from './search.ts'
import { registerServed } from './served-release.ts'

export interface ErrorGroupDeps extends SearchDeps {
  clock: Clock
  audit: RecordAudit
  /** Puts what was logged so far into its groups. */
  fold: () => Promise<void>
  /** The server's own. */
  currentRelease: string
  namesOf: NamesOf
  /** Of a stack as the browser sent it, by the source maps of the build as far as there are any. */
  framesOf: (build: string, stack: string) => Promise<SourceFrame[]>
  /** Requests to this process around an instant, of the member whom samples name so. */
  requestsAround: (person: string, at: string) => SeenRequest[]
}

/** Groups that are looked through for a page of those with a release or in a browser. */
const MOST_LOOKED_THROUGH = 480
const HOUR = 60 * 60_000
const AUDITED: Record<ErrorState, string> = {
  open: 'client_error.reopened',
  resolved: 'client_error.resolved',
  ignored: 'client_error.ignored',
}

export type ErrorGroupService = ReturnType<typeof createErrorGroupService>

/** What admins see of client errors, and decide about them. */
export function createErrorGroupService(deps: ErrorGroupDeps) {
  const { store, clock, audit, fold, currentRelease, framesOf, requestsAround } = deps
  const rowsOf = createRows(deps)
  const search = createSearch(deps)

  async function page({ state, kind = 'defects', release, browser, since, cursor }: ErrorGroupQuery) {
    const fits = (group: ErrorGroup) =>
      group.state !== 'merged' &&
      (kind === 'any' || (group.isRefusal === true) === (kind === 'refusals')) &&
      (release === undefined || group.releases.some((each) => each.release === release)) &&
      (browser === undefined || group.browsers.some((each) => each.browser.replace(/ \d+$/, '') === browser))
    const query = {
      ...(state && { where: { state } }),
      orderBy: 'lastAt',
      direction: 'desc',
      ...(since && { range: { gte: isoInstant(clock() - SEEN_WITHIN[since] * HOUR) } }),
      limit: PAGE_SIZE,
    } as const
    const groups: ErrorGroup[] = []
    let next = cursor
    for (let looked = 0; looked < MOST_LOOKED_THROUGH && groups.length < PAGE_SIZE; looked += PAGE_SIZE) {
      const found = await store.find(errorGroups, { ...query, ...(next !== undefined && { cursor: next }) })
      groups.push(...found.items.filter(fits))
      next = found.next
      if (next === undefined) break
    }
    return { groups, ...(next !== undefined && { next }) }
  }

  /** Latest first. */
  async function releases() {
    const register = await store.get(errorRegisters, REGISTER)
    return [...new Set(register?.releases.map(({ release }) => release).toReversed())]
  }

  /** @throws Failure 404 */
  async function load(fingerprint: string): Promise<ErrorGroup> {
    const group = (await groupsOf(store, [fingerprint])).get(fingerprint)
    if (!group) throw notFound('error')
    return group
  }

  return {
    /** Registers the release of this server. Safe to repeat. */
    async start(): Promise<void> {
      await store.transact((tx) => registerServed(tx, currentRelease, clock()))
    },

    /** Latest seen first. A search leaves the other filters out. */
    async list({ q = '', ...query }: ErrorGroupQuery): Promise<ErrorGroupPage> {
      await fold()
      const text = q.trim()
      const [{ groups, ...rest }, choices] = await Promise.all([
        text ? { groups: [] } : page(query),
        releases(),
      ])
      const found = text ? await search(text) : groups.map((group) => ({ group }))
      return { items: await rowsOf(found), releases: choices, ...rest }
    },

    /** @throws Failure 404 */
    async details(fingerprint: string): Promise<ErrorGroupDetails> {
      await fold()
      const group = await load(fingerprint)
      const ids = group.samples.map(({ id }) => id)
      const [[row], samples] = await Promise.all([
        rowsOf([{ group }]),
        ids.length > 0 ? store.getMany(errorSamples, ids) : [],
      ])
      return {
        ...row!,
        byRelease: group.releases,
        byBrowser: group.browsers,
        samples: samples.flatMap((sample) => {
          if (!sample) return []
          const { id, at, release, browser } = sample
          return [{ id, code: codeOf(sample), at, release, browser }]
        }),
        currentRelease,
      }
    },

    /** @throws Failure 404, also for a sample of another group */
    async sample(fingerprint: string, id: string): Promise<ErrorSample> {
      const group = await load(fingerprint)
      const found = group.samples.some((each) => each.id === id) && (await store.get(errorSamples, id))
      if (!found) throw notFound('sample')
      const { requestId, stack, readableStack, requests, person, ...sample } = found
      const frames = stack === undefined ? [] : await framesOf(found.build, stack)
      const since = person === undefined ? [] : requestsAround(person, found.at)
      const known = new Map([...requests, ...since].map((request) => [request.id, request]))
      const shown = readableStack ?? stack
      return {
        ...sample,
        code: codeOf(found),
        symbolicated: readableStack !== undefined || frames.some(({ source }) => source !== undefined),
        frames,
        requests: [...known.values()].toSorted((one, other) => (one.at < other.at ? -1 : 1)),
        ...(person !== undefined && { person: person.slice(0, 6) }),
        ...(requestId !== undefined && { request: { id: requestId, code: shortCode(requestId) } }),
        ...(shown !== undefined && { stack: shown }),
      }
    },

    /** Safe to repeat. @throws Failure 404, and 412 when `version` is no longer the latest */
    changeState: (actor: Actor, fingerprint: string, version: number, state: ErrorState): Promise<void> =>
      store.transact(async (tx) => {
        const group = (await groupsOf(tx, [fingerprint])).get(fingerprint)
        if (!group) throw notFound('error')
        if (group.state === state) return
        if (group.version !== version) throw stale('error')
        const at = isoInstant(clock())
        const { resolved: _, regressed: __, ...kept } = group
        tx.put(errorGroups, {
          ...kept,
          state,
          version: group.version + 1,
          ...(state === 'resolved' && {
            resolved: {
              release: currentRelease,
              ...(await registerServed(tx, currentRelease, clock())),
              at,
              by: actor.id,
            },
          }),
        })
        await audit(
          {
            action: AUDITED[state],
            actor: actor.id,
            target: `client-error:${group.id}`,
            before: { state: group.state },
            after: { state, ...(state === 'resolved' && { release: currentRelease }) },
            sessionHash: actor.sessionHash,
          },
          tx,
        )
      }),
  }
}
