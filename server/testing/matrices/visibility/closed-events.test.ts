import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { editOf, type EventDocument, events } from '#server/modules/events/events/collection.ts'
import { discussionPosts } from '#server/modules/conversation/discussion/collection.ts'
import { eventInvitations } from '#server/modules/attendance/invitations/collection.ts'
import { joinedId } from '#server/store/joined-id.ts'
import type { TestApp } from '#server/testing/app.ts'
import { chapterDocument, putChapter, putChapterMembership } from '#server/testing/fixtures/chapters.ts'
import { eventDocument } from '#server/testing/fixtures/events.ts'
import {
  inHours,
  type OrganiserFixture,
  startOrganiserFixture,
} from '#server/testing/fixtures/organiser-fixture.ts'

import { ROUTES } from './routes.ts'

const PAST = { startsAt: inHours(-5), endsAt: inHours(-2) }
const QUESTION = { id: randomUUID(), kind: 'shortText', label: 'What do you eat?', required: true } as const
const HIDDEN = { event: { reason: 'Spam', at: inHours(-1) } }

/** Events that the viewers below may not see, each with everything that could change an answer. */
const CLOSED: Record<string, Partial<EventDocument>> = {
  'for invited people': { joinMode: 'invited', questions: [QUESTION] },
  'for invited people, over': { joinMode: 'invited', status: 'completed', ...PAST },
  'for invited people, cancelled': { joinMode: 'invited', status: 'cancelled' },
  'for invited people, in a series': { joinMode: 'invited', seriesId: 'series' },
  draft: { status: 'draft' },
  hidden: { hidden: HIDDEN, questions: [QUESTION] },
  'hidden, over': { hidden: HIDDEN, ...PAST },
  'of a hidden chapter': { chapterId: 'secret', questions: [QUESTION] },
  'of a hidden chapter, public': { chapterId: 'secret', visibility: 'public', cover: 'c'.repeat(64) },
  'of a hidden chapter, over': { chapterId: 'secret', status: 'completed', ...PAST },
  'of a hidden chapter, cancelled': { chapterId: 'secret', status: 'cancelled' },
  'of a hidden chapter, in a series': { chapterId: 'secret', seriesId: 'secret series' },
  'for members of a chapter': { chapterId: 'open', visibility: 'chapter' },
  'for members of hosting chapters': { chapterId: 'open', cohosts: ['secret'], visibility: 'hosts' },
  'of a closed chapter, over': { chapterId: 'closed', status: 'completed', ...PAST },
}

const edit = { ...editOf(eventDocument('any')), title: 'Printers' }
const ifMatch = { 'if-match': '"1"' }
const text = { text: 'Bring a pen' }

/** Valid requests of the routes that need more than their path. */
const REQUESTS: Record<string, { body?: unknown; headers?: Record<string, string>; query?: string }> = {
  'PUT /api/events/:eventId': { body: edit, headers: ifMatch },
  'PUT /api/events/:eventId/rsvp': { body: { state: 'going', guests: 0 } },
  'PUT /api/events/:eventId/answers': { body: { answers: [] } },
  'PUT /api/events/:eventId/series/rsvp': { body: { guests: 0 } },
  'PUT /api/events/:eventId/feedback': { body: { rating: 4, sentence: '', isNamed: false } },
  'PUT /api/events/:eventId/recap': { body: { text: 'It was fine', pictures: [] }, headers: ifMatch },
  'PUT /api/events/:eventId/discussion-news': { body: { news: 'all' } },
  'PUT /api/events/:eventId/discussion/:postId': { body: text },
  'PUT /api/events/:eventId/discussion/:postId/pin': { body: { isMarked: true } },
  'PUT /api/events/:eventId/discussion/:postId/mark': { body: { isMarked: true } },
  'POST /api/events/:eventId/discussion': { body: text },
  'POST /api/events/:eventId/announcements': { body: text },
  'POST /api/events/:eventId/messages': { body: { group: { kind: 'going' }, ...text } },
  'POST /api/events/:eventId/guests': { body: { name: 'Gus', email: 'gus@example.org' } },
  'POST /api/public-events/:eventId/guests': { body: { name: 'Gus', email: 'gus@example.org' } },
  'POST /api/events/:eventId/invitations': { body: { lines: ['ada@example.org'] } },
  'POST /api/events/:eventId/check-ins': { body: { items: [{ memberId: 'x', at: inHours(0) }] } },
  'POST /api/events/:eventId/tables': {
    body: { rounds: 1, size: 4, together: [], apart: [], who: 'going', keep: false },
    headers: ifMatch,
  },
  'PUT /api/events/:eventId/tables/people/:memberId': { body: { round: 1, table: 1 }, headers: ifMatch },
  'PUT /api/events/:eventId/tables/publication': { body: { isPublished: true }, headers: ifMatch },
  'GET /api/events/:eventId/tables/reasons': { query: '?round=1' },
  'DELETE /api/events/:eventId/check-ins/:memberId': { query: `?arrival=${inHours(0)}` },
  'GET /api/events/:eventId/roster/candidates': { query: '?q=ada' },
  'POST /api/events/:eventId/roster/:memberId/addition': { body: { place: 'seat' }, headers: ifMatch },
  'POST /api/events/:eventId/roster/:memberId/removal': { body: { reason: 'Spam' }, headers: ifMatch },
  'POST /api/events/:eventId/roster/:memberId/promotion': {
    body: { reason: 'Gives the talk', aboveLimit: false },
    headers: ifMatch,
  },
  'POST /api/events/:eventId/roster/:memberId/acceptance': { headers: ifMatch },
  'POST /api/events/:eventId/roster/:memberId/decline': { body: {}, headers: ifMatch },
  'POST /api/events/:eventId/roster/:memberId/messages': { body: text },
  'POST /api/events/:eventId/cancel': { body: { reason: 'The hall burnt down' } },
  'POST /api/events/:eventId/duplicate': { body: { startsAt: inHours(48) } },
  'POST /api/events/:eventId/series/preview': { body: { edit } },
  'PUT /api/events/:eventId/series': { body: { scope: 'all', edit }, headers: ifMatch },
  'POST /api/events/:eventId/series/cancel': { body: { scope: 'all', reason: 'The hall burnt down' } },
  'POST /api/events/:eventId/series/dates': { body: { startsAt: inHours(48) } },
}

const routes = Object.keys(ROUTES).filter(
  (route) => route.includes('/api/events/:eventId') || route.includes('/api/public-events/:eventId'),
)

type Caller = Pick<Awaited<ReturnType<TestApp['member']>>, 'call'>

let fixture: OrganiserFixture
/** People who may see none of the events. */
let viewers: Record<string, Caller>
const closed = Object.keys(CLOSED).map((kind) => ({ kind, id: randomUUID() }))

beforeAll(async () => {
  fixture = await startOrganiserFixture({ liftRateLimits: true })
  const { ada, grace, rival, visitor, organiser, store } = fixture
  const leaver = await fixture.member()
  const former = await fixture.member()
  const asking = await fixture.member()
  viewers = {
    visitor: { call: visitor },
    member: ada,
    'member after a withdrawal': grace,
    rival,
    leaver,
    'former lead of the chapters': former,
    'member who asked to join them': asking,
  }
  await store.transact(async (tx) => {
    putChapter(tx, chapterDocument('secret', { listing: 'hidden' }))
    putChapter(tx, chapterDocument('open'))
    putChapter(tx, chapterDocument('closed', { state: 'closed' }))
    for (const chapter of ['secret', 'open', 'closed']) {
      const status = { kind: 'home', role: 'lead' } as const
      putChapterMembership(tx, chapter, former.uid, { ...status, state: 'left' })
      putChapterMembership(tx, chapter, asking.uid, { ...status, role: 'member', state: 'pending' })
    }
    for (const { kind, id } of closed) {
      const event = eventDocument(id, { createdBy: organiser.uid, startsAt: inHours(1), ...CLOSED[kind] })
      tx.put(events, event)
      tx.put(discussionPosts, {
        id: `${id}-post`,
        event: id,
        by: organiser.uid,
        at: inHours(-1),
        text: 'Why?',
      })
    }
  })
  for (const { id } of closed) {
    await fixture.putRsvp({ ...eventDocument(id), startsAt: inHours(1) }, leaver.uid, 'declined')
    const invitation = { id: joinedId(id, grace.uid), event: id, member: grace.uid, by: organiser.uid }
    await store.transact(async (tx) => tx.put(eventInvitations, { ...invitation, at: inHours(-1) }))
    await store.transact(async (tx) => tx.delete(eventInvitations, invitation.id))
  }
}, 60_000)
afterAll(() => fixture.close())

test.for(routes)('an event that is not open to the viewer looks like an unknown one: %s', async (route) => {
  const unknown = randomUUID()
  const told: string[] = []
  for (const [name, viewer] of Object.entries(viewers)) {
    const expected = await answer(viewer, route, unknown)
    expect(expected.status, `The request of ${route} is not valid`).not.toBe(400)
    for (const { kind, id } of closed) {
      const given = await answer(viewer, route, id)
      if (JSON.stringify(given) !== JSON.stringify(expected))
        told.push(`${name}, ${kind}: ${given.status} ${given.code} for ${expected.status} ${expected.code}`)
    }
  }
  expect(told).toEqual([])
})

test('an organiser can read the organiser’s own closed event', async () => {
  const event = await fixture.putEvent({ joinMode: 'invited' })
  const { status } = await answer(fixture.organiser, 'GET /api/events/:eventId', event.id)
  expect(status).toBe(200)
})

/** Everything in a response that does not differ between any two requests. */
async function answer({ call }: Caller, route: string, id: string) {
  const [method, path] = route.split(' ') as ['GET' | 'POST' | 'PUT' | 'DELETE', string]
  const { query = '', ...sent } = REQUESTS[route] ?? {}
  const url = path.replace(':eventId', id).replace(':postId', `${id}-post`).replaceAll(/:\w+/g, 'someone')
  const { statusCode, headers, body } = await call(method, url + query, sent)
  const { date: _, 'x-request-id': _id, ...others } = headers
  const alike = (value: string) =>
    value.replaceAll(id, 'id').replaceAll(/"(requestId|shortCode)":"[^"]*"/g, '')
  const { code = '' } = body.startsWith('{') ? (JSON.parse(body) as { code?: string }) : {}
  return { status: statusCode, code, headers: alike(JSON.stringify(others)), body: alike(body) }
}
