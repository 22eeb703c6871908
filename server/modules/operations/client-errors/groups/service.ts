import type { BaseLogger } from 'pino'

import type {
  ErrorGroupDetails,
  ErrorGroupPage,
  ErrorGroupQuery,
  ErrorSample,
} from '#shared/operations/error-groups.ts'
import type { ErrorState } from '#shared/operations/client-error-rules.ts'
import { codeOf, shortCode } from '#shared/lib/short-code.ts'
import type { AuditLog } from '#server/modules/operations/audit/service.ts'
import type { Actor } from '#server/modules/actor.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { notFound, stale } from '#server/lib/failure.ts'
import type { Symbolicator } from '#server/modules/operations/source-maps/symbolicator.ts'
import { fingerprint, pageAt } from '#server/views/cursor.ts'
import type { Transaction } from '#server/store/port.ts'

import { type ErrorGroup, errorGroups, errorRegisters, errorSamples, REGISTER } from './collection.ts'
import { groupsOf } from './groups.ts'
import { errorGroupPage, errorGroupRow } from './queries.ts'
import { createSearch, type SearchDeps } from './search.ts'
import type { RequestHistory } from './request-history.ts'
import { openRegister } from './register.ts'

interface ErrorGroupDeps extends SearchDeps {
  clock: Clock
  audit: AuditLog
  logger: Pick<BaseLogger, 'warn'>
  requestHistory: RequestHistory
  symbolicator: Symbolicator
  /** Adds entries that were logged so far to their groups. */
  aggregate: () => Promise<void>
  /** The server's own release. */
  currentRelease: string
}

const AUDITED: Record<ErrorState, string> = {
  open: 'client_error.reopened',
  resolved: 'client_error.resolved',
  ignored: 'client_error.ignored',
}

export type ErrorGroupService = ReturnType<typeof createErrorGroupService>

/** The admins' view of client errors, and their commands. */
export function createErrorGroupService(deps: ErrorGroupDeps) {
  const { store, clock, logger, audit, requestHistory, symbolicator, currentRelease } = deps
  const search = createSearch(deps)
  // Slightly outdated groups are better than none.
  const aggregate = () =>
    deps.aggregate().catch((err: unknown) => logger.warn({ err }, 'could not group client errors yet'))

  async function page({ cursor, ...filter }: Omit<ErrorGroupQuery, 'q'>) {
    const query = fingerprint('error groups', filter)
    const views = await store.views()
    return pageAt(cursor, query, (range) => errorGroupPage(views, filter, { ...range, now: clock() }))
  }

  async function resultsOf(text: string) {
    const groups = await search(text)
    const views = await store.views()
    const items = groups.flatMap(({ group, sample }) => {
      const row = errorGroupRow(views, group.id, clock())
      return row ? [{ ...row, sample }] : []
    })
    return { items }
  }

  /** Latest first. */
  async function releases() {
    const register = await store.get(errorRegisters, REGISTER)
    return [...new Set(register?.releases.map(({ release }) => release).toReversed())]
  }

  /** @throws Failure 404 */
  async function load(id: string): Promise<ErrorGroup> {
    const group = (await groupsOf(store, [id])).get(id)
    if (!group) throw notFound('error')
    return group
  }

  return {
    /** Registers the release of this server. Idempotent. */
    async start(): Promise<void> {
      await store.transact((tx) => registerServed(tx, currentRelease, clock()))
    },

    /** Latest seen first. A search ignores the other filters. */
    async list({ q = '', ...query }: ErrorGroupQuery): Promise<ErrorGroupPage> {
      await aggregate()
      const text = q.trim()
      const [groups, choices] = await Promise.all([text ? resultsOf(text) : page(query), releases()])
      return { ...groups, releases: choices }
    },

    /** @throws Failure 404 */
    async details(groupId: string): Promise<ErrorGroupDetails> {
      await aggregate()
      const group = await load(groupId)
      const ids = group.samples.map(({ id }) => id)
      const [views, samples] = await Promise.all([
        store.views(),
        ids.length > 0 ? store.getMany(errorSamples, ids) : [],
      ])
      const row = errorGroupRow(views, group.id, clock())
      if (!row) throw notFound('error')
      return {
        ...row,
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
    async sample(groupId: string, id: string): Promise<ErrorSample> {
      const group = await load(groupId)
      const found = group.samples.some((each) => each.id === id) && (await store.get(errorSamples, id))
      if (!found) throw notFound('sample')
      const { requestId, stack, readableStack, requests, person, ...sample } = found
      const frames = stack === undefined ? [] : await symbolicator.framesOf(found.build, stack)
      const since = person === undefined ? [] : requestHistory.ofPerson(person, found.at)
      const known = new Map([...requests, ...since].map((request) => [request.id, request]))
      const shown = readableStack ?? stack
      return {
        ...sample,
        code: codeOf(found),
        symbolicated: readableStack !== undefined || frames.some(({ source }) => source !== undefined),
        frames,
        requests: [...known.values()].toSorted((one, other) => (one.at < other.at ? -1 : 1)),
        person: person?.slice(0, 6),
        request: requestId === undefined ? undefined : { id: requestId, code: shortCode(requestId) },
        stack: shown,
      }
    },

    /** Idempotent. @throws Failure 404, and 412 when `version` is no longer the latest */
    changeState: (actor: Actor, id: string, version: number, state: ErrorState): Promise<void> =>
      store.transact(async (tx) => {
        const group = (await groupsOf(tx, [id])).get(id)
        if (!group) throw notFound('error')
        if (group.state === state) return
        if (group.version !== version) throw stale('error')
        const at = isoInstant(clock())
        const { resolved: _, regressed: __, ...kept } = group
        tx.put(errorGroups, {
          ...kept,
          state,
          version: group.version + 1,
          resolved:
            state === 'resolved'
              ? {
                  release: currentRelease,
                  ...(await registerServed(tx, currentRelease, clock())),
                  at,
                  by: actor.id,
                }
              : undefined,
        })
        await audit.record(
          {
            action: AUDITED[state],
            actor: actor.id,
            target: `client-error:${group.id}`,
            before: { state: group.state },
            after: { state, release: state === 'resolved' ? currentRelease : undefined },
            sessionHash: actor.sessionHash,
          },
          tx,
        )
      }),
  }
}

/**
 * Registers that a server runs a release, once for all replicas.
 * @returns its number, and the highest of any release; a release that servers first run later has a higher one
 */
async function registerServed(tx: Transaction, release: string, now: number) {
  const register = openRegister(await tx.get(errorRegisters, REGISTER), now)
  const number = register.addServed(release)
  if (register.changed) tx.put(errorRegisters, register.current)
  return { number, latest: register.latest }
}
