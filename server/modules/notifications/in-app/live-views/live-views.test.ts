import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { API_VERSION, CLIENT_VERSION_HEADER } from '#shared/lib/api-version.ts'
import type { StreamEvent } from '#shared/notifications/schema.ts'
import { emails } from '#server/modules/notifications/emails/collection.ts'
import { type EventDocument, events } from '#server/modules/events/events/collection.ts'
import { meetings } from '#server/modules/meetings/meetings/collection.ts'
import { isoInstant } from '#server/lib/clock.ts'
import { ORIGIN } from '#server/testing/app.ts'
import { openEventStream } from '#server/testing/event-stream.ts'
import { meetingDocument } from '#server/testing/fixtures/meetings.ts'
import { type OrganiserFixture, startOrganiserFixture } from '#server/testing/fixtures/organiser-fixture.ts'
import { portOf } from '#server/tools/ports/port-of.ts'

import { createLiveViews } from './live-views.ts'

/** The product's limit, in milliseconds. */
const LIVE_WITHIN = 2_000

let port = 0
const closeStreams: (() => void)[] = []
const fixture = await startOrganiserFixture({ mailer: { send: async () => {}, close() {} } })
beforeAll(async () => {
  await fixture.services.warmUp()
  await fixture.app.listen({ host: '127.0.0.1', port: 0 })
  port = portOf(fixture.app.server)
})
afterAll(async () => {
  for (const close of closeStreams) close()
  await fixture.close()
})

type Person = Pick<OrganiserFixture['ada'], 'uid' | 'cookie'>

/** The open stream of a page that shows these views. */
async function show({ cookie }: Person, ...views: string[]) {
  const query = new URLSearchParams(views.map((view) => ['view', view]))
  const stream = await openEventStream<StreamEvent>(
    {
      port,
      headers: {
        host: new URL(ORIGIN).host,
        'sec-fetch-site': 'same-origin',
        'sec-fetch-dest': 'empty',
        'sec-fetch-mode': 'cors',
        [CLIENT_VERSION_HEADER]: String(API_VERSION),
        cookie,
      },
    },
    `/api/notifications/stream?${query}`,
  )
  closeStreams.push(stream.close)
  await stream.until((event) => 'unread' in event)
  const stale = () => stream.events.flatMap((event) => ('stale' in event ? event.stale : []))
  return {
    stale,
    /** Views that were reported as stale, without repetitions, once there is one. */
    told: async () => {
      await vi.waitFor(() => expect(stale()).not.toEqual([]), LIVE_WITHIN)
      return [...new Set(stale())]
    },
  }
}

/** Waits until all messages about a change have arrived. */
const settled = () => wait(1_500)

/** Counts the emails of announcements that organisers have open, and waits for what that changes. */
async function countEmails() {
  await fixture.services.jobs.find(({ name }) => name === 'deliveries on open pages')!.run()
  await settled()
}

/** Two organisers and two members of the test's own: tests run at the same time. */
async function newPeople() {
  const [organiser, rival, ada, grace] = await Promise.all([newOrganiser(), newOrganiser(), ...newMembers()])
  return { organiser, rival, ada, grace }
}

async function newOrganiser() {
  const organiser = await fixture.member()
  await fixture.changeMember(organiser.uid, { role: 'organiser' })
  return organiser
}

const newMembers = () => [fixture.member(), fixture.member()] as const

/** An event with a waitlist, stored long enough ago that no stream reports it. */
async function fullEvent({ organiser, ada, grace }: Awaited<ReturnType<typeof newPeople>>) {
  const event = await fixture.putEvent({ capacity: 1, createdBy: organiser.uid }, [grace.uid])
  await fixture.putRsvp(event, ada.uid, 'waitlisted', { ticket: 5 })
  return event
}

const announce = (event: EventDocument) =>
  fixture.organiser.call('POST', `/api/events/${event.id}/announcements`, { body: { text: 'Room B' } })

// Concurrent, because they mostly wait. The longest comes first.
test.concurrent('an organiser sees the delivery of an announcement until it is complete', async () => {
  const { organiser, store } = fixture
  const ada = await fixture.member()
  const event = await fixture.putEvent({}, [ada.uid])
  const view = `deliveries:${event.id}`
  const [managing, attending] = [await show(organiser, view), await show(ada, view)]
  await announce(event)
  await fixture.services.notifications.notifications.idle()
  await countEmails()
  const before = managing.stale().length

  await store.transact(async (tx) => {
    const { items } = await tx.find(emails, {
      where: { member: ada.uid, state: 'queued' },
      orderBy: 'at',
      limit: 10,
    })
    for (const email of items) tx.put(emails, { ...email, state: 'sent' })
  })
  await countEmails()
  await countEmails()
  expect(managing.stale().length).toBe(before + 1)
  expect(attending.stale()).toEqual([])
})

test.concurrent('an RSVP reaches the pages of the organiser and of the waitlist within two seconds, and nobody else’s', async () => {
  const people = await newPeople()
  const { ada, grace, organiser, rival } = people
  const outsider = await fixture.member()
  const event = await fullEvent(people)
  const views = [`roster:${event.id}`, `waitlist:${event.id}`]
  await settled()
  const shown = await Promise.all([organiser, ada, grace, rival, outsider].map((who) => show(who, ...views)))
  await settled()
  const before = shown.map(({ stale }) => stale().length)
  const causedAt = performance.now()
  await fixture.putRsvp(event, (await fixture.member()).uid, 'waitlisted', { ticket: 6 })
  await vi.waitFor(() => {
    expect(shown[0]!.stale().length).toBeGreaterThan(before[0]!)
    expect(shown[1]!.stale().length).toBeGreaterThan(before[1]!)
  }, LIVE_WITHIN)
  expect(performance.now() - causedAt).toBeLessThan(LIVE_WITHIN)
  await settled()
  expect(shown.map(({ stale }) => [...new Set(stale())])).toEqual([
    [`roster:${event.id}`],
    [`waitlist:${event.id}`],
    [],
    [],
    [],
  ])
})

test.concurrent('a page is not notified of changes of views that it does not show', async () => {
  const people = await newPeople()
  const { ada, organiser } = people
  const event = await fullEvent(people)
  const other = await fixture.putEvent({ createdBy: organiser.uid })
  await settled()
  const [elsewhere, bare] = [await show(organiser, `roster:${other.id}`), await show(organiser)]
  const onRoster = await show(organiser, `roster:${event.id}`)
  await fixture.putRsvp(event, ada.uid, 'declined')
  await onRoster.told()
  await settled()
  expect(elsewhere.stale().filter((view) => view.includes(event.id))).toEqual([])
  expect(bare.stale()).toEqual([])
})

test.concurrent('a member who gets a seat gets one message, and none about the waitlist after it', async () => {
  const people = await newPeople()
  const { ada, grace, organiser } = people
  const event = await fullEvent(people)
  const [waiting, onRoster] = [
    await show(ada, `waitlist:${event.id}`),
    await show(organiser, `roster:${event.id}`),
  ]
  await settled()
  const before = waiting.stale().length
  await fixture.putRsvp(event, ada.uid, 'going')
  await vi.waitFor(() => expect(waiting.stale().length).toBe(before + 1), LIVE_WITHIN)
  const rosterBefore = onRoster.stale().length
  await settled()
  await fixture.putRsvp(event, grace.uid, 'declined')
  await vi.waitFor(() => expect(onRoster.stale().length).toBeGreaterThan(rosterBefore), LIVE_WITHIN)
  await settled()
  expect(waiting.stale().length).toBe(before + 1)
})

test.concurrent('an announcement reaches attendees and organisers in their own views, and nobody else', async () => {
  const { organiser, rival } = fixture
  const [ada, grace] = await Promise.all(newMembers())
  const event = await fixture.putEvent({}, [ada.uid])
  await fixture.putRsvp(event, grace.uid, 'declined')
  const views = [`announcements:${event.id}`, `deliveries:${event.id}`]
  await settled()
  const shown = await Promise.all([organiser, ada, grace, rival].map((who) => show(who, ...views)))
  await settled()
  const before = shown.map(({ stale }) => stale().length)
  await announce(event)
  await settled()
  const told = shown.map(({ stale }, at) => [...new Set(stale().slice(before[at]))])
  expect(told).toEqual([[views[1]], [views[0]], [], []])
})

test.concurrent('a page whose member loses a role gets one message, and none after it', async () => {
  const organiser = await newOrganiser()
  const event = await fixture.putEvent({ createdBy: organiser.uid })
  await settled()
  const shown = await show(organiser, `roster:${event.id}`)
  await settled()
  const before = shown.stale().length
  await fixture.changeMember(organiser.uid, { role: 'member' })
  await vi.waitFor(() => expect(shown.stale().length).toBe(before + 1), LIVE_WITHIN)
  await fixture.putRsvp(event, fixture.ada.uid, 'going')
  await settled()
  expect(shown.stale().length).toBe(before + 1)
})

test.concurrent('open pages are notified once of an event that was moved to drafts, and not of its later changes', async () => {
  const people = await newPeople()
  const { ada, organiser } = people
  const event = await fullEvent(people)
  const shown = await show(ada, `waitlist:${event.id}`, `announcements:${event.id}`)
  await settled()
  const before = shown.stale().length
  const put = (more: object) =>
    fixture.store.transact(async (tx) => tx.put(events, { ...(await tx.get(events, event.id))!, ...more }))
  await put({ status: 'draft' })
  await vi.waitFor(() => expect(shown.stale().length).toBe(before + 2), LIVE_WITHIN)
  await settled()
  await put({ title: 'A secret plan' })
  await fixture.putRsvp(event, organiser.uid, 'going')
  await settled()
  expect(shown.stale().length).toBe(before + 2)
})

test.concurrent('a change of a meeting reaches the lists and the page of its participants, and nobody else', async () => {
  const { ada, grace, rival, organiser } = await newPeople()
  const id = randomUUID()
  const views = ['meetings', `meeting:${id}`]
  const meeting = meetingDocument(id, [ada.uid, grace.uid, rival.uid], { removed: [rival.uid] })
  const shown = await Promise.all([ada, grace, rival, organiser].map((who) => show(who, ...views)))
  await fixture.store.transact(async (tx) => tx.put(meetings, meeting))
  await Promise.all(shown.slice(0, 2).map(({ told }) => told()))
  await settled()
  expect(shown.map(({ stale }) => [...new Set(stale())].toSorted())).toEqual([
    [`meeting:${id}`, 'meetings'],
    [`meeting:${id}`, 'meetings'],
    [],
    [],
  ])
})

test.concurrent('leaving a meeting reaches the member’s own lists, and later changes of the meeting do not', async () => {
  const { ada, grace, rival } = await newPeople()
  const id = randomUUID()
  const meeting = meetingDocument(id, [ada.uid, grace.uid, rival.uid])
  await fixture.store.transact(async (tx) => tx.put(meetings, meeting))
  const shown = await show(rival, 'meetings', `meeting:${id}`)
  await settled()
  const before = shown.stale().length
  const left = {
    ...meeting,
    participants: [ada.uid, grace.uid],
    departures: [{ member: rival.uid, reason: '', at: isoInstant(fixture.clock()) }],
  }
  await fixture.store.transact(async (tx) => tx.put(meetings, left))
  await vi.waitFor(() => expect(shown.stale().length).toBe(before + 2), LIVE_WITHIN)
  fixture.advance(10_000)
  await fixture.store.transact(async (tx) => tx.put(meetings, { ...left, place: 'Room B' }))
  await settled()
  expect(shown.stale().length).toBe(before + 2)
})

test.concurrent('a change between loading a page and opening its stream is not missed', async () => {
  const people = await newPeople()
  const event = await fullEvent(people)
  await settled()
  const late = await show(people.organiser, `roster:${event.id}`)
  expect(await late.told()).toEqual([`roster:${event.id}`])
})

test('a stream for more than 20 views, or for something that is no view, is refused', async () => {
  const many = Array.from({ length: 21 }, (_, at) => `roster:${at}`)
  await expect(show(fixture.organiser, ...many)).rejects.toThrow('400')
  await expect(show(fixture.organiser, 'profile:ada')).rejects.toThrow('400')
})

type PermittedAmong = Parameters<typeof createLiveViews>[0]['permittedAmong']

/** Viewers without streams. */
function watched(count: number, permittedAmong: PermittedAmong) {
  const views = createLiveViews({ permittedAmong })
  views.start()
  const viewers = Array.from({ length: count }, (_, at) => ({
    memberId: `member-${at}`,
    write: vi.fn<(text: string) => void>(),
    end: vi.fn<() => void>(),
  }))
  for (const viewer of viewers) views.watch(viewer, ['roster:event'])
  return { views, viewers }
}

test('many concurrent changes are one message, with permissions read for 100 streams at a time', async () => {
  const permittedAmong = vi.fn<PermittedAmong>(async (_kind, _id, ids) => new Set(ids))
  const { views, viewers } = watched(250, permittedAmong)
  await wait(10)
  permittedAmong.mockClear()
  for (let at = 0; at < 1_000; at += 1) {
    views.changed('roster:event')
    views.changed('roster:other')
  }
  await wait(1_500)
  expect(viewers.map(({ write }) => write.mock.calls)).toEqual(
    viewers.map(() => [['data: {"stale":["roster:event"]}\n\n']]),
  )
  expect(permittedAmong.mock.calls.map(([, , ids]) => ids.length)).toEqual([100, 100, 50])
})

test('a stream ends if its member’s permissions cannot be read, so that the browser loads everything again', async () => {
  const permittedAmong = vi.fn<PermittedAmong>(async (_kind, _id, ids) => new Set(ids))
  const { views, viewers } = watched(1, permittedAmong)
  await wait(10)
  permittedAmong.mockRejectedValue(new Error('The store is down.'))
  views.changed('roster:event')
  await vi.waitFor(() => expect(viewers[0]!.end).toHaveBeenCalledOnce(), LIVE_WITHIN)
  expect(viewers[0]!.write).not.toHaveBeenCalled()
})
