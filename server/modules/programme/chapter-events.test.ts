import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import type { ChapterRole } from '#shared/chapters/rules.ts'
import type { EventCard, EventDetails, EventEdit } from '#shared/events/schema.ts'
import { editOf, type EventDocument, events } from '#server/modules/events/events/collection.ts'
import { chapters } from '#server/modules/chapters/chapters/collection.ts'
import { chapterDocument, putChapter, putChapterMembership } from '#server/testing/fixtures/chapters.ts'
import { eventDocument } from '#server/testing/fixtures/events.ts'
import {
  inHours,
  type OrganiserFixture,
  startOrganiserFixture,
} from '#server/testing/fixtures/organiser-fixture.ts'
import { sql } from '#server/views/sql.ts'

type Person = OrganiserFixture['ada']

let [lead, steward, host, member, outsider, otherLead]: Person[] = []
/** A hidden chapter, and one that members see. */
let secret: string
let berlin: string

const fixture = await startOrganiserFixture({ liftRateLimits: true })
beforeAll(async () => {
  ;[lead, steward, host, member, outsider, otherLead] = await Promise.all(
    Array.from({ length: 6 }, () => fixture.member()),
  )
})
afterAll(() => fixture.close())
beforeEach(async () => {
  secret = `secret-${randomUUID().slice(0, 8)}`
  berlin = `berlin-${randomUUID().slice(0, 8)}`
  await fixture.store.transact(async (tx) => {
    putChapter(tx, chapterDocument(secret, { listing: 'hidden' }))
    putChapter(tx, chapterDocument(berlin))
  })
  await fixture.services.chapters.start()
  await join(secret, lead!, 'lead')
  await join(secret, steward!, 'steward')
  await join(secret, host!, 'host')
  await join(secret, member!, 'member')
  await join(berlin, otherLead!, 'lead')
})

const join = (slug: string, { uid }: Person, role: ChapterRole, kind: 'home' | 'guest' = 'home') =>
  fixture.store.transact(async (tx) => putChapterMembership(tx, slug, uid, { kind, role, state: 'active' }))

const bodyOf = (more: Partial<EventEdit>): EventEdit => ({ ...editOf(eventDocument('any')), ...more })
const create = (actor: Person, more: Partial<EventEdit>) =>
  actor.call('POST', '/api/events', { body: bodyOf(more) })
const published = (more: Partial<EventDocument> = {}) =>
  fixture.putEvent({ chapterId: secret, ...more, createdBy: steward!.uid })
const edit = (actor: Person, { id, version, ...event }: EventDocument, more: Partial<EventEdit>) =>
  actor.call('PUT', `/api/events/${id}`, {
    body: { ...editOf({ id, version, ...event }), ...more },
    headers: { 'if-match': `"${version}"` },
  })
const outcome = (answer: Awaited<ReturnType<Person['call']>>) =>
  answer.statusCode < 300
    ? String(answer.statusCode)
    : `${answer.statusCode} ${answer.json<{ code: string }>().code}`
const stateOf = async (actor: Person, { id }: { id: string }) =>
  outcome(await actor.call('GET', `/api/events/${id}`))
const rsvp = (actor: Person, { id }: { id: string }, state: 'going' | 'declined') =>
  actor.call('PUT', `/api/events/${id}/rsvp`, { body: { state, guests: 0 } })
const listed = async (actor: Person, query = '') =>
  (await actor.call('GET', `/api/events?list=upcoming${query}`)).json<{ items: EventCard[] }>().items
const closing = async (slug: string) => {
  const { version, ...chapter } = (await fixture.store.get(chapters, slug))!
  const { id: _, createdAt: _at, stateSince: _since, ...body } = chapter
  return fixture.admin.call('PUT', `/api/admin/chapters/${slug}`, {
    body: { ...body, state: 'closed' },
    headers: { 'if-match': `"${version}"` },
  })
}

test('a steward creates, publishes and cancels an event of the chapter, which its members then find', async () => {
  const created = await create(steward!, { chapterId: secret, title: 'Lunch of the few' })
  expect(outcome(created)).toBe('201')
  const { id } = created.json<EventDetails>()
  expect(outcome(await lead!.call('POST', `/api/events/${id}/publish`))).toBe('200')
  const [found] = await listed(member!, `&chapter=${secret}`)
  expect(found).toMatchObject({ id, chapter: `Chapter ${secret}` })
  expect((await listed(member!, '&chapter=mine')).map((event) => event.id)).toContain(id)
  expect(await stateOf(outsider!, { id })).toBe('404 event_not_found')
  const reason = { reason: 'The hall burnt down' }
  expect(outcome(await steward!.call('POST', `/api/events/${id}/cancel`, { body: reason }))).toBe('200')
})

test('members, hosts and stewards of another chapter create no events of a chapter', async () => {
  for (const person of [member!, host!, outsider!])
    expect(outcome(await create(person, { chapterId: secret }))).toBe('400 invalid_input')
  expect(outcome(await create(otherLead!, { chapterId: secret }))).toBe('400 invalid_input')
  expect(outcome(await create(otherLead!, {}))).toBe('403 role_required')
  expect(outcome(await create(fixture.organiser, { chapterId: berlin }))).toBe('400 invalid_input')
  expect(outcome(await create(fixture.admin, { chapterId: berlin }))).toBe('201')
})

test('a lead of one chapter neither sees nor manages a hidden event of another, nor manages one that is shown', async () => {
  await join(berlin, lead!, 'lead', 'guest')
  await join(berlin, otherLead!, 'lead')
  const hidden = await published()
  const shown = await published({ chapterId: berlin })
  expect(outcome(await edit(otherLead!, hidden, { title: 'Mine now' }))).toBe('404 event_not_found')
  expect(outcome(await edit(steward!, { ...shown, createdBy: 'x' }, { title: 'Mine now' }))).toBe(
    '403 role_required',
  )
  expect(outcome(await edit(lead!, shown, { title: 'Shared' }))).toBe('200')
})

test('an event moves only into a chapter whose events the actor can create, and not out of all', async () => {
  const event = await published()
  expect(outcome(await edit(steward!, event, { chapterId: berlin }))).toBe('400 invalid_input')
  expect(outcome(await edit(steward!, event, { chapterId: undefined }))).toBe('403 role_required')
  expect(outcome(await edit(steward!, event, { cohosts: [berlin] }))).toBe('400 invalid_input')
  await join(berlin, steward!, 'steward', 'guest')
  expect(outcome(await edit(steward!, event, { cohosts: [berlin] }))).toBe('200')
})

test('hosts of the chapter check in at its events and change nothing else', async () => {
  const event = await published({ joinMode: 'invited' })
  await fixture.putRsvp(event, member!.uid, 'going', { ticket: 1 })
  const checkIn = { items: [{ memberId: member!.uid, at: inHours(0) }] }
  const checkedIn = await host!.call('POST', `/api/events/${event.id}/check-ins`, { body: checkIn })
  expect(checkedIn.json<{ items: { result: string }[] }>().items[0]).toMatchObject({ result: 'checkedIn' })
  expect(outcome(await edit(host!, event, { title: 'Another' }))).toBe('403 not_your_event')
})

test('someone without a right to manage an event cannot give it a chapter', async () => {
  const event = await fixture.putEvent({ hosts: [otherLead!.uid], editors: [otherLead!.uid] })
  expect(outcome(await edit(otherLead!, event, { chapterId: berlin }))).toBe('400 invalid_input')
})

test('co-hosting chapters see an event for the hosts, and no one else does', async () => {
  const event = await published({ cohosts: [berlin], visibility: 'hosts' })
  expect(await stateOf(otherLead!, event)).toBe('200')
  expect(await stateOf(outsider!, event)).toBe('404 event_not_found')
  const { hostChapters } = (await otherLead!.call('GET', `/api/events/${event.id}`)).json<EventDetails>()
  expect(hostChapters?.map(({ id }) => id)).toEqual([berlin])
  expect((await listed(otherLead!, `&chapter=${berlin}`)).map(({ id }) => id)).toEqual([event.id])
})

test('an event of a hidden chapter can’t become public, and one that was public before it was hidden stays', async () => {
  const refused = { status: 400, fields: { visibility: 'An event of a hidden chapter can’t be public.' } }
  const publish = ({ id }: { id: string }) => steward!.call('POST', `/api/events/${id}/publish`)
  const draft = await published({ status: 'draft', visibility: 'public' })
  expect((await publish(draft)).json()).toMatchObject(refused)
  const event = await published()
  expect((await edit(steward!, event, { visibility: 'public' })).json()).toMatchObject(refused)
  await join(berlin, steward!, 'steward', 'guest')
  const shown = await published({ chapterId: berlin, visibility: 'public' })
  expect((await edit(steward!, shown, { chapterId: secret })).json()).toMatchObject(refused)
  const before = await published({ visibility: 'public' })
  expect(outcome(await edit(steward!, before, { title: 'Another title' }))).toBe('200')
  expect(outcome(await edit(steward!, event, { visibility: 'chapter' }))).toBe('200')
})

test('outsiders find a hidden chapter’s event in no list, search, calendar or feed', async () => {
  const title = `Zephyr${randomUUID().slice(0, 6)}`
  const event = await published({
    title,
    visibility: 'public',
    tags: [title],
    venue: { name: 'x', address: { city: title } },
  })
  const days = `from=${event.startsAt.slice(0, 10)}&to=${event.endsAt.slice(0, 10)}`
  const urls = [
    '/api/events',
    `/api/events?chapter=${secret}`,
    '/api/events?list=mine',
    `/api/events/calendar?${days}`,
    '/api/events/tags',
    `/api/search?q=${title}`,
    '/api/dashboard',
    '/api/public-events',
    `/api/events/${event.id}/calendar.ics`,
    '/events.ics',
    '/events.atom',
  ]
  for (const url of urls) {
    const [theirs, visitors] = await Promise.all([outsider!.call('GET', url), fixture.visitor('GET', url)])
    expect([url, theirs.body.includes(title), visitors.body.includes(title)]).toEqual([url, false, false])
  }
  for (const url of ['/api/events', `/api/events?chapter=${secret}`, `/api/events/calendar?${days}`])
    expect((await member!.call('GET', url)).body).toContain(title)
  const [hidden, unknown] = await Promise.all(
    [secret, 'no-such-chapter'].map((slug) => outsider!.call('GET', `/api/events?chapter=${slug}`)),
  )
  expect(hidden!.body).toBe(unknown!.body)
})

test('a new event of a hidden chapter is announced to its members alone', async () => {
  const { id } = (await create(steward!, { chapterId: secret })).json<EventDetails>()
  await steward!.call('POST', `/api/events/${id}/publish`)
  await fixture.services.notifications.notifications.idle()
  const views = await fixture.store.views()
  const told = views.all<{ member: string }>(sql`SELECT member FROM notification WHERE subjectId = ${id}`)
  expect(told.map((each) => each.member).toSorted()).toEqual(
    [lead!, host!, member!].map(({ uid }) => uid).toSorted(),
  )
})

test('a member who leaves the chapter while waitlisted keeps the place and gets the seat that comes free', async () => {
  const event = await published({ capacity: 1, startsAt: inHours(72) })
  await rsvp(lead!, event, 'going')
  await rsvp(member!, event, 'going')
  expect(outcome(await member!.call('DELETE', `/api/chapters/${secret}/membership`))).toBe('204')
  expect(await stateOf(member!, event)).toBe('200')
  await rsvp(lead!, event, 'declined')
  const { mine, hostChapters } = (await member!.call('GET', `/api/events/${event.id}`)).json<EventDetails>()
  expect([mine?.state, hostChapters]).toEqual(['going', undefined])
  await rsvp(member!, event, 'declined')
  expect(await stateOf(member!, event)).toBe('404 event_not_found')
})

test('a member who moves to another home while a seat comes free has both', async () => {
  for (let times = 0; times < 5; times += 1) {
    const event = await published({ capacity: 1, startsAt: inHours(72) })
    await join(secret, member!, 'member')
    await rsvp(lead!, event, 'going')
    await rsvp(member!, event, 'going')
    const move = () => member!.call('PUT', `/api/chapters/${berlin}/membership`, { body: { kind: 'home' } })
    const [moved] = await Promise.all([move(), rsvp(lead!, event, 'declined')])
    expect(outcome(moved)).toBe('200')
    const { mine } = (await member!.call('GET', `/api/events/${event.id}`)).json<EventDetails>()
    expect(mine?.state).toBe('going')
    await member!.call('DELETE', `/api/chapters/${berlin}/membership`)
  }
})

test('people who RSVP’d keep their place when the audience shrinks, and others lose sight of the event', async () => {
  const event = await published({ chapterId: berlin })
  await rsvp(outsider!, event, 'going')
  expect(await stateOf(fixture.ada, event)).toBe('200')
  expect(outcome(await edit(otherLead!, event, { visibility: 'chapter' }))).toBe('200')
  expect(await stateOf(outsider!, event)).toBe('200')
  expect(await stateOf(fixture.ada, event)).toBe('404 event_not_found')
  expect(outcome(await rsvp(fixture.ada, event, 'going'))).toBe('404 event_not_found')
})

test('a chapter with an event ahead cannot be closed, and a closed one publishes none', async () => {
  const event = await published({ chapterId: berlin })
  expect(outcome(await closing(berlin))).toBe('400 invalid_input')
  await otherLead!.call('POST', `/api/events/${event.id}/cancel`, { body: { reason: 'Few came' } })
  const draft = (await create(otherLead!, { chapterId: berlin })).json<EventDetails>()
  expect(outcome(await closing(berlin))).toBe('200')
  expect(outcome(await fixture.admin.call('POST', `/api/events/${draft.id}/publish`))).toBe(
    '409 chapter_closed',
  )
})

test('closing a chapter while its event is published leaves no event ahead in a closed chapter', async () => {
  const draft = (await create(otherLead!, { chapterId: berlin })).json<EventDetails>()
  await Promise.all([closing(berlin), otherLead!.call('POST', `/api/events/${draft.id}/publish`)])
  const [chapter, event] = [
    await fixture.store.get(chapters, berlin),
    await fixture.store.get(events, draft.id),
  ]
  expect([chapter?.state === 'closed', event?.status === 'published']).not.toEqual([true, true])
})

test('a former address of a chapter still filters its events', async () => {
  const event = await published({ chapterId: berlin })
  const {
    version,
    id: _,
    createdAt: _at,
    stateSince: _since,
    ...body
  } = (await fixture.store.get(chapters, berlin))!
  const slug = `${berlin}-x`
  await fixture.admin.call('PUT', `/api/admin/chapters/${berlin}`, {
    body: { ...body, slug },
    headers: { 'if-match': `"${version}"` },
  })
  for (const address of [berlin, slug])
    expect((await listed(outsider!, `&chapter=${address}`)).map(({ id }) => id)).toEqual([event.id])
})
