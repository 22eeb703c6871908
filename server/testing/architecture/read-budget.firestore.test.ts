import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { EventDetails } from '#shared/events/schema.ts'
import { PAGE_SIZE } from '#shared/lib/page.ts'
import { DAY } from '#shared/lib/durations.ts'
import { collections } from '#server/collections.ts'
import { connections } from '#server/modules/people/connections/collection.ts'
import { accept, sendRequest } from '#server/modules/people/connections/connection-state.ts'
import { meetings } from '#server/modules/meetings/meetings/collection.ts'
import { waitlistPromotions } from '#server/modules/attendance/rsvps/seats/collection.ts'
import { members } from '#server/modules/people/members/collection.ts'
import { createAwards } from '#server/modules/prestige/awards.ts'
import { prestigeSettings } from '#server/modules/prestige/collection.ts'
import type { Award } from '#server/modules/prestige/types.ts'
import type { Store, Transaction } from '#server/store/port.ts'
import type { ViewReader } from '#server/views/sql.ts'
import { putAdminWork } from '#server/testing/fixtures/admin-work.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { bulkMember } from '#server/tools/bulk-members.ts'
import { eventDocument, putSeated } from '#server/testing/fixtures/events.ts'
import { meetingDocument } from '#server/testing/fixtures/meetings.ts'
import { newTestDatabase } from '#server/testing/temporary-store.ts'

/**
 * Maximum documents, round trips and statements of a request that the same member has just sent before. Firestore
 * bills for the documents. Lower them with each improvement, and never raise them.
 */
const BUDGETS = {
  '/api/session': [0, 0, 0],
  '/api/sessions': [1, 1, 0],
  '/api/me': [1, 1, 0],
  // The dashboard of an organiser, with figures.
  '/api/dashboard': [2, 2, 16],
  '/api/notifications/unread': [0, 0, 1],
  '/api/notifications': [0, 0, 1],
  '/api/push': [1, 1, 0],
  '/api/notifications/preferences': [2, 2, 0],
  '/api/suggestions': [1, 1, 6],
  '/api/directory': [0, 0, 3],
  '/api/events': [0, 0, 6],
  '/api/events/calendar?from=2026-11-30&to=2027-01-03': [0, 0, 1],
  '/api/events/hidden-rsvps': [1, 1, 1],
  '/api/events/event-1': [1, 1, 6],
  '/api/events/event-1/attendees': [1, 1, 1],
  '/api/events/event-1/roster': [1, 1, 4],
  '/api/events/event-1/turnout': [1, 1, 2],
  '/api/events/event-1/desk': [1, 1, 1],
  '/api/events/event-1/numbers': [1, 1, 2],
  '/api/events/event-1/messages': [1, 1, 2],
  '/api/events/figures': [0, 0, 3],
  // The event, and the RSVPs of up to 8 members.
  '/api/events/event-1/roster/candidates?q=a': [9, 2, 3],
  '/api/events/event-1/check-in-list': [1, 1, 1],
  '/api/connections': [0, 0, 1],
  '/api/connections/counts': [0, 0, 1],
  '/api/me/availability': [2, 2, 0],
  '/api/introductions': [0, 0, 2],
  '/api/events/event-1/worth-meeting': [1, 1, 8],
  '/api/meetings/best-times': [18, 2, 2],
  '/api/prestige': [3, 3, 2],
  '/api/public/prestige/members': [1, 1, 2],
} as const satisfies Record<string, readonly [documents: number, roundTrips: number, statements: number]>

/**
 * Requests with a body; all others are reads. Best times are for the maximum number of participants, with two
 * documents each.
 */
const bodies: Partial<Record<keyof typeof BUDGETS, () => unknown>> = {
  '/api/meetings/best-times': () => ({
    participants: Array.from({ length: 8 }, (_, at) => bulkMember(at + 1, Date.now()).id),
    durationMinutes: 30,
  }),
}

const CONNECTIONS = 40
const EVENTS = 6
const SEATED = 100
const ENTRIES = 200
/** The cheapest call counts: once a second some call pays for all by checking for changes. */
const CALLS = 3

let store: Store
let running: TestApp
let viewer: Awaited<ReturnType<TestApp['member']>>
const NOTHING = { documents: 0, roundTrips: 0, statements: 0 }
let cost = { ...NOTHING }

beforeAll(async () => {
  store = countingStatements(
    newTestDatabase().open(collections, {
      observe({ documents }) {
        cost.documents += documents
        cost.roundTrips += 1
      },
    }),
  )
  running = await startTestApp({ store })
  viewer = await running.member()
  await store.transact(async (tx) => {
    const member = await tx.get(members, viewer.uid)
    const others = Array.from({ length: SEATED }, (_, at) => bulkMember(at + 1, Date.now()))
    for (const other of others) tx.put(members, other)
    tx.put(members, { ...others[0]!, ...member!, role: 'organiser', displayName: 'Vera Viewer' })
  })
  await store.transact(async (tx) => addNeighbourhood(tx, viewer.uid))
  await addPrestige(viewer.uid)
  running.services.accounts.sessions.evict(viewer.uid)
  await running.services.warmUp()
  // Runs the job that runs each minute.
  await running.services.prestige.summaries.calculateDue()
})
afterAll(async () => {
  await running?.close()
  await store?.close()
})

function countingStatements(opened: Store): Store {
  const counted =
    <Args extends unknown[], R>(read: (...args: Args) => R) =>
    (...args: Args) => {
      cost.statements += 1
      return read(...args)
    }
  return {
    ...opened,
    async views() {
      const { all, get, column } = await opened.views()
      return { all: counted(all), get: counted(get), column: counted(column) } as ViewReader
    },
  }
}

/** The viewer earned more entries than a page shows, and all neighbours are listed with an entry each. */
async function addPrestige(viewerId: string) {
  const { setAwards } = createAwards({ clock: Date.now, newId: randomUUID })
  const ids = Array.from({ length: SEATED }, (_, at) => bulkMember(at + 1, Date.now()).id)
  const award = (member: string, by: string, number: number): Award => ({
    kind: 'thanks',
    member,
    source: `meeting:${number}`,
    confirmedBy: [by],
    at: new Date(Date.now() - number * 60_000).toISOString(),
    subject: 'Printers',
  })
  await store.transact(async (tx) => {
    const own = Array.from({ length: ENTRIES }, (_, at) => award(viewerId, ids[at % SEATED]!, at))
    await setAwards(tx, own, { reason: 'undone' })
  })
  await store.transact(async (tx) => {
    await setAwards(
      tx,
      ids.map((id, at) => award(id, viewerId, at)),
      { reason: 'undone' },
    )
    for (const id of ids) tx.put(prestigeSettings, { id, listed: true, visibility: 'members' })
  })
}

/** The viewer has connections, each of whom knows the next two. All are going to one event, some to others. */
function addNeighbourhood(tx: Transaction, viewerId: string) {
  const now = Date.now()
  const ids = Array.from({ length: SEATED }, (_, at) => bulkMember(at + 1, now).id)
  const connect = (one: string, other: string) => {
    const request = sendRequest(undefined, { actor: one, receiver: other, note: '', now: now - 1_000 })
    tx.put(connections, accept(request, { actor: other, now }))
  }
  for (let at = 0; at < CONNECTIONS; at += 1) {
    connect(viewerId, ids[at]!)
    connect(ids[at]!, ids[at + 1]!)
    connect(ids[at]!, ids[at + 2]!)
  }
  for (let at = 1; at <= EVENTS; at += 1) {
    const going = at === 1 ? [viewerId, ...ids] : ids.slice(0, 5)
    putSeated(tx, eventDocument(`event-${at}`, { createdBy: viewerId }), going)
  }
}

test('the dashboard of a member without a role costs no more than its budget', async () => {
  const member = await running.member()
  await store.transact(async (tx) => {
    const profile = await tx.get(members, member.uid)
    tx.put(members, { ...bulkMember(90, Date.now()), ...profile! })
    const event = eventDocument('event-of-member', { createdBy: viewer.uid })
    putSeated(tx, event, [member.uid])
  })
  expectWithin(await leastCost(() => member.call('GET', '/api/dashboard')), [2, 2, 13])
})

test('a list of events reads no additional document for waitlists of the viewer', async () => {
  const member = await running.member()
  await store.transact(async (tx) => {
    const profile = await tx.get(members, member.uid)
    tx.put(members, { ...bulkMember(91, Date.now()), ...profile! })
    for (const number of [1, 2, 3]) {
      const event = eventDocument(`full-${number}`, { createdBy: viewer.uid, capacity: 1 })
      putSeated(tx, event, [member.uid], { state: 'waitlisted' })
      const promotion = { id: `promotion-${number}`, event: event.id, member: viewer.uid, ticket: 2 }
      tx.put(waitlistPromotions, { ...promotion, reason: 'Speaker', by: viewer.uid, at: event.createdAt })
    }
  })
  const list = await leastCost(() => member.call('GET', '/api/events'))
  expect(list.documents).toBe(0)
  const page = await leastCost(() => member.call('GET', '/api/events/full-1'))
  expect(page.documents).toBe(1)
  const shown = (await member.call('GET', '/api/events/full-1')).json<EventDetails>()
  expect(shown.mine).toMatchObject({ position: 1, passedOverReason: 'Speaker' })
})

test('the first page of a roster reads each RSVP once', async () => {
  cost = { ...NOTHING }
  expect((await viewer.call('GET', '/api/events/event-1/roster')).statusCode).toBe(200)
  expect(cost.documents).toBeLessThanOrEqual(SEATED + 4)
})

/** A member with two meetings ahead, each with three people, and one that was held and needs confirming. */
test.for([
  // The list, and its people.
  ['', [0, 0, 2]],
  ['/past', [0, 0, 2]],
  ['/people', [1, 1, 3]],
  ['/ahead', [4, 2, 3]],
] as const)('GET /api/meetings%s costs no more than its budget', async ([path, budget]) => {
  const planner = await running.member()
  const [one, two] = [98, 99].map((number) => bulkMember(number, Date.now()).id) as [string, string]
  const people = [planner.uid, one, two]
  await store.transact(async (tx) => {
    tx.put(meetings, meetingDocument('ahead', people))
    tx.put(meetings, meetingDocument('later', people))
    const confirmations = [one, two].map((member) => ({ member, held: true }))
    tx.put(meetings, meetingDocument('held', people, { state: 'held', confirmations }))
  })
  const least = await leastCost(() => planner.call('GET', `/api/meetings${path}`))
  expectWithin(least, budget)
})

function expectWithin(
  least: typeof cost,
  [documents, roundTrips, statements]: readonly [number, number, number],
) {
  expect(least, 'documents').toSatisfy(() => least.documents <= documents)
  expect(least, 'round trips').toSatisfy(() => least.roundTrips <= roundTrips)
  expect(least, 'statements').toSatisfy(() => least.statements <= statements)
}

/** The lowest cost of a few equal requests, once all caches are warm. */
async function leastCost(send: () => ReturnType<typeof viewer.call>) {
  await send()
  // Waits for the notifications about the points that it calculated.
  await running.services.notifications.notifications.idle()
  let least = { documents: Infinity, roundTrips: Infinity, statements: Infinity }
  for (let call = 0; call < CALLS; call += 1) {
    cost = { ...NOTHING }
    expect((await send()).statusCode).toBe(200)
    if (cost.documents < least.documents) least = cost
  }
  return least
}

test.for(Object.entries(BUDGETS) as [keyof typeof BUDGETS, readonly [number, number, number]][])(
  '%s costs no more than its budget',
  async ([url, budget]) => {
    const body = bodies[url]?.()
    const least = await leastCost(() => viewer.call(body ? 'POST' : 'GET', url, body ? { body } : {}))
    expectWithin(least, budget)
  },
)

test.for([
  ['/api/admin/tasks', [0, 0, 4]],
  ['/api/admin/overview', [0, 0, 4]],
  ['/api/admin/members', [0, 0, 2]],
  ['/api/admin/members/{member}', [4, 4, 1]],
  ['/api/admin/members/{member}/history', [0, 0, 3]],
  ['/api/admin/audit', [0, 0, 3]],
  ['/api/admin/audit?action=test.one&actor={member}', [0, 0, 3]],
  ['/api/admin/audit/entry-1', [2, 2, 1]],
  ['/api/admin/reports', [0, 0, 1]],
  ['/api/admin/reports/report-1', [2, 2, 3]],
  ['/api/admin/invitations', [0, 0, 1]],
  ['/api/admin/settings/landing', [0, 0, 0]],
  ['/api/admin/settings/landing/changes', [1, 1, 1]],
  ['/api/moderation/reports', [0, 0, 1]],
  ['/api/moderation/warnings', [0, 0, 1]],
  ['/api/account/admin-views', [28, 4, 1]],
  ['/api/me/language', [1, 1, 0]],
  ['/api/me/agreement', [0, 0, 0]],
  ['/api/invitations/imported-profile', [1, 1, 0]],
] as const)('%s costs an admin no more than its budget', async ([path, budget]) => {
  const admin = await adminWithWork()
  const url = path.replace('{member}', bulkMember(1, Date.now()).id)
  const least = await leastCost(() => admin.call('GET', url))
  expectWithin(least, budget)
})

let working: Promise<typeof viewer> | undefined
const adminWithWork = () =>
  (working ??= (async () => {
    const admin = await running.member()
    const [one, other] = [1, 2].map((number) => bulkMember(number, Date.now()).id) as [string, string]
    await putAdminWork(store, admin.uid, [one, other])
    running.services.accounts.sessions.evict(admin.uid)
    await running.services.warmUp()
    return admin
  })())

test('the list of people to meet again reads no document', async () => {
  const startsAt = new Date(Date.now() - DAY).toISOString()
  const came = Array.from({ length: SEATED }, (_, at) => bulkMember(at + 1, Date.now()).id)
  await store.transact(async (tx) => {
    const checkedIn = { checkedInAt: startsAt, checkedInBy: 'organiser' }
    putSeated(tx, eventDocument('attended', { startsAt }), [viewer.uid, ...came], checkedIn)
  })
  const url = '/api/events/attended/meet-again'
  expect((await viewer.call('GET', url)).json<{ items: unknown[] }>().items).toHaveLength(PAGE_SIZE)
  const least = await leastCost(() => viewer.call('GET', url))
  expectWithin(least, [0, 0, 2])
})
