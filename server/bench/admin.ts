import { randomUUID } from 'node:crypto'

import type { AdminEventQuery } from '#shared/admin-events.ts'
import type { AuditFilter } from '#shared/admin.ts'
import { IMPORT_LIMITS } from '#shared/invitation-rules.ts'
import { createAdminEvents } from '#server/features/admin/events/service.ts'
import { createMemberRows } from '#server/features/admin/members/read-model.ts'
import { auditEntries } from '#server/features/audit/collection.ts'
import { createAuditLog } from '#server/features/audit/service.ts'
import { emails } from '#server/features/emails/collection.ts'
import { createInvitationEmails } from '#server/features/emails/invitations.ts'
import { events } from '#server/features/events/collection.ts'
import { organiserOf } from '#server/features/events/policy.ts'
import { createEventReadModel } from '#server/features/events/read-model.ts'
import { invitations } from '#server/features/invitations/collection.ts'
import { createSending } from '#server/features/invitations/sending.ts'
import type { Actor } from '#server/features/session/types.ts'
import { isoInstant } from '#server/lib/clock.ts'
import { dayOf } from '#server/lib/weeks.ts'
import { bulkMember } from '#server/testing/bulk-members.ts'
import { eventDocument } from '#server/testing/events.ts'
import { openTemporaryStore } from '#server/testing/temporary-store.ts'

import type { Figure } from './pages.ts'

const MANY = 100_000
const SAMPLES = 60

const EVENTS = 10_000
const EVENTS_AT_ONCE = 1_000
const ENTRIES = 1_000_000
const ENTRIES_AT_ONCE = 5_000
const IMPORTED = 5_000

export async function adminFigures(): Promise<Figure[]> {
  return [...memberFigures(), ...(await eventFigures()), await importFigure(), ...(await auditFigures())]
}

const silent = { warn: () => undefined, error: () => undefined }

/** In requests of a hundred rows, one after the other, as the browser sends them; with emails. */
async function importFigure(): Promise<Figure> {
  const store = openTemporaryStore([auditEntries, emails, invitations])
  const clock = Date.now
  const { importRows } = createSending({
    store,
    clock,
    newId: randomUUID,
    audit: createAuditLog({ store, clock, newId: randomUUID, log: silent }).record,
    secret: 'x'.repeat(32),
    origin: 'https://guildhall.test',
    emails: createInvitationEmails({ store, clock, sendsEmail: true }),
    names: async () => new Map(),
    industries: async () => new Set(['Printing']),
    hasMember: async () => false,
  })
  const rows = Array.from({ length: IMPORTED }, (_, at) => ({
    email: `person-${at}@example.org`,
    displayName: `Person ${at}`,
    company: 'Engines & Co',
    industry: 'Printing',
  }))
  const startedAt = performance.now()
  for (let at = 0; at < rows.length; at += IMPORT_LIMITS.batch) {
    const batch = { rows: rows.slice(at, at + IMPORT_LIMITS.batch), preview: false }
    await importRows({ id: 'admin', sessionHash: 'hash' } as Actor, batch)
  }
  const value = Math.round(performance.now() - startedAt)
  await store.close()
  return {
    name: `invitations, import of ${IMPORTED.toLocaleString('en')} rows with emails`,
    value,
    unit: 'ms',
    bound: 'at most',
    limit: 10_000,
  }
}

/** One entry in a thousand is about Ada, one in a hundred by her: few of them, and long ago. */
async function auditFigures(): Promise<Figure[]> {
  const store = openTemporaryStore([auditEntries])
  const log = createAuditLog({ store, clock: Date.now, newId: randomUUID, log: silent })
  const start = Date.parse('2024-01-01T00:00:00Z')
  for (let at = 0; at < ENTRIES; at += ENTRIES_AT_ONCE)
    await store.transact(async (tx) => {
      for (let number = at; number < at + ENTRIES_AT_ONCE; number += 1)
        tx.create(auditEntries, {
          id: `entry-${number}`,
          at: isoInstant(start + number * 60_000),
          action: number % 500 === 0 ? 'member.suspended' : 'session.exchanged',
          actor: number % 100 === 0 ? 'ada' : `member-${number % 5_000}`,
          target: number % 1_000 === 0 ? 'ada' : `member-${number % 5_000}`,
        })
    })
  const filters: Record<string, AuditFilter> = {
    'no filter': {},
    'by actor and a month': { actor: 'ada', from: '2024-03-01T00:00:00Z', before: '2024-04-01T00:00:00Z' },
    'by action and target': { action: 'member.suspended', target: 'ada' },
    'all filters, nothing found': {
      actor: 'ada',
      action: 'member.suspended',
      target: 'member-7',
    },
  }
  const figures: Figure[] = []
  for (const [kind, filter] of Object.entries(filters)) {
    figures.push({
      name: `audit log, ${kind}, p99 of ${ENTRIES.toLocaleString('en')} entries`,
      value: Number((await asyncP99(() => log.list(filter))).toFixed(2)),
      unit: 'ms',
      bound: 'at most',
      limit: 50,
    })
  }
  await store.close()
  return figures
}

/** Latency of the admin's list of members, which is a scan over all of them in memory. */
function memberFigures(): Figure[] {
  const now = Date.now()
  const rows = createMemberRows()
  for (let number = 1; number <= MANY; number += 1) rows.put(bulkMember(number, now))
  const facts = {
    lastDayOf: (id: string) => dayOf(now) - (Number(id.slice(-3)) % 200),
    hasMet: (id: string) => id.endsWith('1'),
    isConnected: (id: string) => id.endsWith('2'),
    tierOf: () => 'Member' as const,
  }
  const search = { filter: {}, sort: '-joined', today: dayOf(now), facts } as const
  const second = rows.page({ ...search, sort: 'name' }, { limit: 24 }).next
  const pages = {
    'first page': () => rows.page(search, { limit: 24 }),
    'by name, second page': () => rows.page({ ...search, sort: 'name' }, { limit: 24, cursor: second }),
    'by last activity': () => rows.page({ ...search, sort: '-active' }, { limit: 24 }),
    'search and filters': () =>
      rows.page(
        { ...search, filter: { q: 'a b', active: 'last30', never: 'met', tier: 'Member' } },
        { limit: 24 },
      ),
  }
  return Object.entries(pages).map(([kind, page]) => ({
    name: `admin’s members, ${kind}, p99 of ${MANY.toLocaleString('en')} members`,
    value: Math.round(p99(page)),
    unit: 'ms',
    bound: 'at most',
    limit: 100,
  }))
}

/** Latency of the admin’s list of events: a search in memory, of which a page is sorted. */
async function eventFigures(): Promise<Figure[]> {
  const store = openTemporaryStore([events])
  const now = Date.now()
  for (let at = 0; at < EVENTS; at += EVENTS_AT_ONCE)
    await store.transact(async (tx) => {
      for (let number = at; number < at + EVENTS_AT_ONCE; number += 1)
        tx.put(
          events,
          eventDocument(`event-${number}`, {
            title: `${number % 7 === 0 ? 'Breakfast' : 'Evening'} number ${number}`,
            startsAt: isoInstant(now + (number - EVENTS / 2) * 60 * 60_000),
            createdAt: isoInstant(now - ((number * 7_919) % EVENTS) * 60_000),
            createdBy: `member-${number % 50}`,
          }),
        )
    })
  const { page } = createAdminEvents({
    clock: Date.now,
    events: createEventReadModel(store).everything,
    organiserOf,
    seatsOf: async (shown) => shown.map(() => ({ going: 0, waiting: 0 })),
    people: async () => ({ canOrganise: (id) => !id.endsWith('7'), organisers: () => [] }),
    namesOf: async () => new Map(),
    recordDraftView: async () => {},
    recordListView: async () => {},
  })
  const admin = { id: 'admin' } as Actor
  const { next = '' } = await page(admin, { sort: 'title' })
  const queries: Record<string, AdminEventQuery> = {
    'first page': {},
    'by title, second page': { sort: 'title', cursor: next },
    'search and filters': { q: 'break', time: 'coming', organised: 'none', sort: '-created' },
  }
  const figures: Figure[] = []
  for (const [kind, query] of Object.entries(queries))
    figures.push({
      name: `admin’s events, ${kind}, p99 of ${EVENTS.toLocaleString('en')} events`,
      value: Number((await asyncP99(() => page(admin, query))).toFixed(2)),
      unit: 'ms',
      bound: 'at most',
      limit: 50,
    })
  await store.close()
  return figures
}

async function asyncP99(work: () => Promise<unknown>) {
  const took: number[] = []
  for (let at = 0; at < SAMPLES; at += 1) {
    const startedAt = performance.now()
    await work()
    took.push(performance.now() - startedAt)
  }
  return warmP99(took)
}

function p99(work: () => unknown) {
  const took: number[] = []
  for (let at = 0; at < SAMPLES; at += 1) {
    const startedAt = performance.now()
    work()
    took.push(performance.now() - startedAt)
  }
  return warmP99(took)
}

/** Without the first, in which the code is compiled. */
function warmP99(took: readonly number[]) {
  const warm = took.slice(SAMPLES / 3).toSorted((a, b) => a - b)
  return warm[Math.ceil(warm.length * 0.99) - 1] ?? 0
}
