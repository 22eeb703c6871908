import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Static } from 'typebox'

import type {
  EventImport,
  EventImportAnswer,
  ImportedAttendee,
  ImportedEvent,
} from '#shared/events/imports.ts'
import type { OwnFeedback } from '#shared/conversation/feedback.ts'
import type { EventDetails, EventPageSchema } from '#shared/events/schema.ts'
import { DAY, HOUR, MINUTE } from '#shared/lib/durations.ts'
import { allOf } from '#server/store/all-of.ts'
import { editOf, events } from '#server/modules/events/events/collection.ts'
import { rsvps } from '#server/modules/attendance/rsvps/seats/collection.ts'
import { joinedId } from '#server/store/joined-id.ts'
import { prestigeEntries } from '#server/modules/prestige/collection.ts'
import { type OrganiserFixture, startOrganiserFixture } from '#server/testing/fixtures/organiser-fixture.ts'

type Person = OrganiserFixture['ada']

let blocker: Pick<Person, 'email' | 'uid' | 'call'>
let suspended: typeof blocker
const fixture = await startOrganiserFixture({ liftRateLimits: true })
beforeAll(async () => {
  for (const { uid } of [fixture.ada, fixture.grace])
    await fixture.changeMember(uid, { onboardedAt: new Date().toISOString() })
  blocker = await fixture.member()
  suspended = await fixture.member()
  fixture.advance(MINUTE)
  await fixture.services.warmUp()
})
afterAll(() => fixture.close())

let sourceId: string
let count = 0
beforeEach(() => {
  count += 1
  sourceId = `evt-${count}`
})

const inHours = (hours: number) => new Date(fixture.clock() + hours * HOUR).toISOString()
const details = (more: Partial<NonNullable<ImportedEvent['details']>> = {}) => ({
  title: `Supper ${count}`,
  description: '<p>With <b>soup</b></p>',
  startsAt: inHours(-26),
  endsAt: inHours(-24),
  allDay: false,
  timeZone: 'Europe/Lisbon',
  place: 'The hall, 1 Main St, Lisbon',
  ...more,
})
const guest = ({ email }: { email: string }, more: Partial<ImportedAttendee> = {}): ImportedAttendee => ({
  email,
  guests: 0,
  ...more,
})
const send = (item: ImportedEvent, more: Partial<EventImport> = {}, who: Person = fixture.organiser) =>
  who.call('POST', '/api/events/import', {
    body: { source: 'luma', items: [item], preview: false, ...more },
  })
async function resultOf(item: ImportedEvent, more: Partial<EventImport> = {}, who?: Person) {
  const { items } = (await send(item, more, who)).json<EventImportAnswer>()
  return items[0]!
}
const stored = async (id: string) => (await fixture.store.get(events, id))!
const rosterOf = (event: string) => allOf(fixture.store, rsvps, { where: { event }, orderBy: 'startsAt' })
const notificationsOf = async ({ call }: Person) => {
  await fixture.services.notifications.notifications.idle()
  return (await call('GET', '/api/notifications')).json<{ items: unknown[] }>().items
}
/** Everything that an import can change, and what it must not. */
const everything = async () => {
  const [all, answers] = [
    await allOf(fixture.store, events, { where: { createdBy: fixture.organiser.uid }, orderBy: 'startsAt' }),
    await allOf(fixture.store, rsvps, { orderBy: 'answeredAt' }),
  ]
  const log = await fixture.admin.call('GET', '/api/admin/audit?action=event.imported')
  return JSON.stringify([all, answers, log.json<{ items: unknown[] }>().items])
}

test('an imported event has the capacity of its file, or no limit', async () => {
  const { event } = await resultOf({ sourceId, details: details({ capacity: 40 }), attendees: [] })
  expect(await stored(event!.id)).toMatchObject({ capacity: 40 })
  await resultOf({ sourceId, details: details(), attendees: [] })
  expect(await stored(event!.id)).not.toHaveProperty('capacity')
  expect((await send({ sourceId, details: details({ capacity: 0 }), attendees: [] })).statusCode).toBe(400)
})

test('a past event becomes completed, with the members who came, and no one is notified or earns anything', async () => {
  const item = {
    sourceId,
    details: details(),
    attendees: [
      guest({ email: ` ${fixture.ada.email.toUpperCase()} ` }, { checkedInAt: inHours(-25.5), guests: 2 }),
      guest(fixture.grace),
      guest({ email: 'stranger@example.org' }),
    ],
  }
  const result = await resultOf(item)
  expect(result).toMatchObject({
    outcome: 'created',
    event: { title: `Supper ${count}`, status: 'completed' },
    recordsAttendees: true,
    attendees: { added: 2, already: 0, unknown: 1 },
  })
  const { id } = result.event!
  const page = await fixture.ada.call('GET', `/api/events/${id}`)
  expect(page.json<EventDetails>()).toMatchObject({
    status: 'completed',
    description: 'With soup',
    venue: { name: 'The hall', address: { address_line1: '1 Main St, Lisbon' } },
    mine: { state: 'going', guests: 2 },
  })
  const past = await fixture.grace.call('GET', '/api/events?list=past')
  expect(past.json<Static<typeof EventPageSchema>>().items.map((each) => each.id)).toContain(id)
  expect(JSON.stringify(await rosterOf(id))).not.toContain('example.org')

  fixture.advance(DAY)
  const { services } = fixture
  for (const { jobs } of [services.events, services.attendance, services.programme])
    for (const job of jobs) await job.run()
  const due = await fixture.services.conversation.feedback.dueBetween(
    fixture.clock() - 3 * DAY,
    fixture.clock(),
  )
  expect(due.map((event) => event.id)).not.toContain(id)
  for (const who of [fixture.ada, fixture.grace, fixture.organiser]) {
    expect(await notificationsOf(who)).toEqual([])
    const where = { member: who.uid }
    expect(await allOf(fixture.store, prestigeEntries, { where, orderBy: 'at' })).toEqual([])
  }
})

test('an imported past event does not allow check-in, feedback or choosing whom to meet again', async () => {
  const item = {
    sourceId,
    details: details(),
    attendees: [guest(fixture.ada, { checkedInAt: inHours(-25) })],
  }
  const { id } = (await resultOf(item)).event!
  const code = ({ statusCode, body }: { statusCode: number; body: string }) =>
    `${statusCode} ${(JSON.parse(body) as { code?: string }).code}`
  const at = (path: string) => `/api/events/${id}/${path}`
  const checkIn = { body: { items: [{ memberId: fixture.ada.uid, at: inHours(-25) }] } }
  expect(code(await fixture.organiser.call('POST', at('check-ins'), checkIn))).toBe('409 event_imported')
  const undo = at(`check-ins/${fixture.ada.uid}?arrival=${inHours(-25)}`)
  expect(code(await fixture.organiser.call('DELETE', undo))).toBe('409 event_imported')
  const feedback = { body: { rating: 5, sentence: '', isNamed: false } }
  expect(code(await fixture.ada.call('PUT', at('feedback'), feedback))).toBe('409 not_attended')
  expect((await fixture.ada.call('GET', at('feedback'))).json<OwnFeedback>()).toEqual({})
  expect((await fixture.ada.call('GET', at('meet-again'))).json()).toEqual({ items: [] })
  expect((await fixture.organiser.call('GET', at('desk'))).json()).not.toHaveProperty('nextStep')
})

test('an imported upcoming event is a draft without RSVPs', async () => {
  const item = {
    sourceId,
    details: details({ startsAt: inHours(48), endsAt: inHours(50) }),
    attendees: [guest(fixture.ada), guest({ email: 'stranger@example.org' })],
  }
  const result = await resultOf(item)
  expect(result).toMatchObject({
    outcome: 'created',
    event: { status: 'draft' },
    recordsAttendees: false,
    attendees: { added: 0, already: 0, unknown: 0 },
  })
  expect(await rosterOf(result.event!.id)).toEqual([])
  expect((await fixture.ada.call('GET', `/api/events/${result.event!.id}`)).statusCode).toBe(404)
  expect(await notificationsOf(fixture.ada)).toEqual([])
})

test('the same file twice changes nothing, not even when both arrive at once', async () => {
  const items: ImportedEvent[] = [
    { sourceId, details: details(), attendees: [guest(fixture.ada, { checkedInAt: inHours(-25) })] },
    { details: details({ title: 'Without an id' }), attendees: [guest(fixture.grace)] },
    {
      sourceId: `${sourceId}-b`,
      details: details({ startsAt: inHours(20), endsAt: inHours(21) }),
      attendees: [],
    },
  ]
  const twice = await Promise.all([send(items[0]!, { items }), send(items[0]!, { items })])
  const outcomes = twice.map((answer) => answer.json<EventImportAnswer>().items.map(({ outcome }) => outcome))
  expect(outcomes.flat().toSorted()).toEqual([...Array(3).fill('created'), ...Array(3).fill('unchanged')])
  const before = await everything()
  const again = (await send(items[0]!, { items })).json<EventImportAnswer>().items
  expect(again.map(({ outcome }) => outcome)).toEqual(['unchanged', 'unchanged', 'unchanged'])
  expect(again.map(({ attendees }) => attendees.added)).toEqual([0, 0, 0])
  expect(await everything()).toBe(before)
})

test('a preview shows the outcome, changes nothing and does not match attendees to members', async () => {
  const before = await everything()
  const item = { sourceId, details: details(), attendees: [guest(fixture.ada)] }
  expect(await resultOf(item, { preview: true })).toMatchObject({
    outcome: 'created',
    event: { status: 'completed' },
    recordsAttendees: true,
    attendees: { added: 0, already: 0, unknown: 0 },
  })
  expect(await everything()).toBe(before)
})

test('a changed row updates an event that was not edited here, and moves its attendees’ RSVPs', async () => {
  const item = { sourceId, details: details(), attendees: [guest(fixture.ada)] }
  const { id } = (await resultOf(item)).event!
  const moved = details({ title: 'Lunch', startsAt: inHours(-30), endsAt: inHours(-29) })
  expect(await resultOf({ ...item, details: moved, attendees: [] })).toMatchObject({ outcome: 'updated' })
  expect(await stored(id)).toMatchObject({ title: 'Lunch', version: 2, startsAt: moved.startsAt })
  expect(await rosterOf(id)).toMatchObject([{ startsAt: moved.startsAt }])
})

test('an event that was edited here keeps its texts', async () => {
  const item = { sourceId, details: details(), attendees: [] }
  const { id } = (await resultOf(item)).event!
  fixture.advance(MINUTE)
  await fixture.organiser.call('PUT', `/api/events/${id}`, {
    body: { ...editOf(await stored(id)), summary: 'Ours' },
    headers: { 'if-match': '"1"' },
  })
  const changed = { ...item, details: details({ title: 'Theirs' }), attendees: [guest(fixture.ada)] }
  expect(await resultOf(changed)).toMatchObject({ outcome: 'kept', attendees: { added: 1 } })
  expect(await stored(id)).toMatchObject({ title: `Supper ${count}`, summary: 'Ours' })
})

test('an unpublished draft becomes a past event once its time has passed', async () => {
  const { id } = (
    await resultOf({
      sourceId,
      details: details({ startsAt: inHours(1), endsAt: inHours(2) }),
      attendees: [],
    })
  ).event!
  fixture.advance(3 * HOUR)
  expect(await resultOf({ sourceId, attendees: [guest(fixture.ada)] })).toMatchObject({
    outcome: 'updated',
    event: { id, status: 'completed' },
    attendees: { added: 1 },
  })
})

test('a list of attendees finds the event that was imported before, and later check-ins are added', async () => {
  expect(await resultOf({ sourceId, attendees: [guest(fixture.ada)] })).toEqual({
    outcome: 'unnamed',
    problems: [],
    recordsAttendees: false,
    attendees: { added: 0, already: 0, unknown: 0 },
  })
  const { id } = (await resultOf({ sourceId, details: details(), attendees: [] })).event!
  expect(await resultOf({ sourceId, attendees: [guest(fixture.ada)] })).toMatchObject({
    outcome: 'unchanged',
    event: { id },
    attendees: { added: 1, already: 0 },
  })
  const arrival = { checkedInAt: inHours(-25) }
  await resultOf({ sourceId, attendees: [guest(fixture.ada, arrival)] })
  await resultOf({ sourceId, attendees: [guest(fixture.ada)] })
  expect(await rosterOf(id)).toMatchObject([arrival])
})

test('suspended members and those separated by a block count as unknown', async () => {
  await blocker.call('PUT', `/api/blocks/${fixture.organiser.uid}`)
  await fixture.changeMember(suspended.uid, { status: 'suspended' })
  const item = { sourceId, details: details(), attendees: [guest(blocker), guest(suspended)] }
  expect((await resultOf(item)).attendees).toEqual({ added: 0, already: 0, unknown: 2 })
})

test('invalid events are not imported, and do not stop the others', async () => {
  const items: ImportedEvent[] = [
    { details: details({ title: '', endsAt: 'later' }), attendees: [guest(fixture.ada)] },
    { details: details({ title: '=HYPERLINK("http://evil.example")' }), attendees: [] },
  ]
  const answer = (await send(items[0]!, { items })).json<EventImportAnswer>().items
  expect(answer.map(({ outcome }) => outcome)).toEqual(['invalid', 'created'])
  expect(answer[0]!.problems.map(({ field }) => field)).toEqual(['title', 'endsAt'])
  expect(answer[1]!.event!.title).toBe('=HYPERLINK("http://evil.example")')
})

test('imports of organisers are separate, and an import no longer updates an event given to someone else', async () => {
  const item = { sourceId, details: details(), attendees: [] }
  const { id } = (await resultOf(item)).event!
  const other = await resultOf(item, {}, fixture.rival)
  expect(other).toMatchObject({ outcome: 'created' })
  expect(other.event!.id).not.toBe(id)
  await fixture.admin.call('PUT', `/api/admin/events/${id}/organiser`, {
    body: { organiser: fixture.rival.uid },
    headers: { 'if-match': '"1"' },
  })
  expect(await resultOf({ ...item, attendees: [guest(fixture.ada)] })).toEqual({
    outcome: 'invalid',
    problems: [{ field: 'event', message: 'Someone else organises this event now.' }],
    recordsAttendees: false,
    attendees: { added: 0, already: 0, unknown: 0 },
  })
})

test('members cannot import, and a request that is too large is refused', async () => {
  const item = { sourceId, details: details(), attendees: [] }
  expect((await send(item, {}, fixture.ada)).statusCode).toBe(403)
  const large = { ...item, details: details({ description: 'x'.repeat(40_001) }) }
  expect((await send(large)).statusCode).toBe(400)
  const huge = Array.from({ length: 50 }, () => ({
    ...item,
    details: details({ description: 'x'.repeat(30_000) }),
  }))
  expect((await send(item, { items: huge })).statusCode).toBe(413)
})

test('the organiser or an admin deletes imported history with its attendees, and can import it again', async () => {
  const { ada, grace, organiser, rival, admin, store } = fixture
  const item = { sourceId, details: details(), attendees: [guest(ada), guest(grace)] }
  const { id } = (await resultOf(item)).event!
  expect((await organiser.call('GET', `/api/events/${id}`)).json()).toMatchObject({ isHistory: true })
  const remove = async (who: Person) => (await who.call('DELETE', `/api/events/${id}`)).statusCode
  expect([await remove(ada), await remove(rival)]).toEqual([403, 403])
  const rsvpsTo = () => allOf(store, rsvps, { where: { event: id }, orderBy: 'startsAt' })
  await store.transact(async (tx) => {
    const [known] = await rsvpsTo()
    for (let more = 0; more < 450; more += 1)
      tx.put(rsvps, { ...known!, id: joinedId(id, `m${more}`), member: `m${more}` })
  })

  expect(await remove(organiser)).toBe(204)
  expect((await ada.call('GET', `/api/events/${id}`)).statusCode).toBe(404)
  expect(await rsvpsTo()).toEqual([])
  expect(await resultOf(item)).toMatchObject({ outcome: 'created', attendees: { added: 2 } })
  expect(await remove(admin)).toBe(204)
})

test('history that took place here cannot be deleted', async () => {
  const event = await fixture.putEvent({ status: 'completed', startsAt: inHours(-3), endsAt: inHours(-1) })
  const answer = await fixture.organiser.call('DELETE', `/api/events/${event.id}`)
  expect(answer.json()).toMatchObject({ code: 'not_a_draft' })
})

test('the audit log and the organiser’s own data name the import, and no address', async () => {
  const item = { sourceId, details: details(), attendees: [guest(fixture.ada)] }
  const { id } = (await resultOf(item)).event!
  const log = await fixture.admin.call('GET', `/api/admin/audit?target=${id}`)
  expect(log.json<{ items: unknown[] }>().items).toMatchObject([
    { action: 'event.imported', actor: fixture.organiser.uid },
  ])
  expect(log.body).not.toContain(fixture.ada.email)
  const exported = await fixture.services.events.events.exportOf(fixture.organiser.uid)
  expect(exported.find((event) => event.id === id)).toMatchObject({ imported: { source: 'luma' } })
  expect(JSON.stringify(exported)).not.toContain('guildhall.test')
})
