import { randomUUID } from 'node:crypto'

import { connectionNotes } from '#server/features/connection-notes/collection.ts'
import { connectionIdOf } from '#server/features/connections/connection-state.ts'
import { events } from '#server/features/events/collection.ts'
import { meetings } from '#server/features/meetings/collection.ts'
import { members } from '#server/features/members/collection.ts'
import type { TestApp } from '#server/testing/app.ts'
import { eventDocument, putSeated } from '#server/testing/events.ts'
import { joinedId } from '#server/lib/joined-id.ts'
import type { NewCalendarFeed } from '#shared/calendar.ts'
import type { OwnProfile } from '#shared/members.ts'

const DAY = 24 * 60 * 60 * 1_000
const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString()

export interface Person {
  uid: string
  call: Awaited<ReturnType<TestApp['member']>>['call']
  /** What would give them away in an answer. */
  marks: { id: string; name: string; email: string; more: string }
  /** Id of the event that they host. */
  event: string
  /** Path of their calendar feed. */
  feed: string
  /** Id of the connection with the friend of everybody. */
  friendship: string
}

/** What stands between the blocker and each of the others just before the block. */
const RELATIONSHIPS = ['connected', 'askedBlocker', 'askedByBlocker', 'stranger'] as const

export type Fixture = Awaited<ReturnType<typeof createFixture>>
export const draftOf = (viewer: Person, other: Person) => `draft-${viewer.event}-${other.event}`

/** A blocker and four people, who share all that people here can share, and a friend of them all. */
export async function createFixture(app: TestApp) {
  // What else is alike is ordered by id: it must not be chance who is shown.
  const fixture = randomUUID().slice(0, 8)
  const blocker = await newPerson(app, 'Qablocker', fixture)
  const friend = await newPerson(app, 'Qzfriend', fixture)
  const others: Person[] = []
  for (const relationship of RELATIONSHIPS)
    others.push(await newPerson(app, `Qb${relationship.toLowerCase()}`, fixture))
  // Roles are remembered for half a minute.
  app.advance(31_000)

  const [connected, askedBlocker, askedByBlocker] = others
  const ask = (from: Person, to?: Person) =>
    succeeding(from.call('POST', '/api/connections', { body: { memberId: to?.uid, note: 'Hello' } }))
  for (const person of [blocker, ...others]) {
    await ask(person, friend)
    await ask(friend, person)
  }
  await ask(blocker, connected)
  if (connected) await ask(connected, blocker)
  if (askedBlocker) await ask(askedBlocker, blocker)
  await ask(blocker, askedByBlocker)

  await shareEvents(app, blocker, others, friend)
  await shareNotesAndMeetings(app, blocker, others)
  for (const person of [blocker, ...others]) {
    const answer = await person.call('POST', '/api/calendar-feed')
    person.friendship = connectionIdOf(person.uid, friend.uid)
    person.feed = new URL(answer.json<NewCalendarFeed>().url).pathname
  }
  return { blocker, others, friend }
}

async function succeeding(answer: ReturnType<Person['call']>) {
  const { statusCode, body } = await answer
  if (statusCode >= 300) throw new Error(`The fixture cannot be set: ${body}`)
}

async function newPerson(app: TestApp, name: string, fixture: string): Promise<Person> {
  const uid = `${fixture}-${name.toLowerCase()}`
  const email = `${uid}@guildhall.test`
  const { call } = await app.member({ uid, email })
  const more = `${name}more`
  const event = `by-${name.toLowerCase()}`
  const profile = (await call('GET', '/api/me')).json<OwnProfile>()
  const {
    id: _id,
    version,
    email: _email,
    role: _role,
    status: _status,
    joinedAt: _joinedAt,
    ...edit
  } = profile
  const body = {
    ...edit,
    displayName: `${name} Person`,
    headline: `${more} headline`,
    company: `${more} company`,
    industry: 'Architecture and construction',
    address: { city: `${more} city` },
    keywords: [`${more} keyword`],
    asks: ['Someone who knows printers'],
    offers: ['Knows printers and signs'],
  }
  await succeeding(call('PUT', '/api/me', { body, headers: { 'if-match': `"${version}"` } }))
  await succeeding(call('POST', '/api/me/onboarded'))
  await app.store.transact(async (tx) => {
    const member = await tx.get(members, uid)
    if (member) tx.put(members, { ...member, role: 'organiser' })
  })
  return {
    uid,
    call,
    marks: { id: uid, name: `${name} Person`, email, more },
    event,
    feed: '',
    friendship: '',
  }
}

/** Events that all of them go to: one hosted by each, and one they went to. Drafts that two of them host. */
async function shareEvents(app: TestApp, blocker: Person, others: readonly Person[], friend: Person) {
  const everyone = [blocker, ...others, friend]
  const going = everyone.map(({ uid }) => uid)
  await app.store.transact(async (tx) => {
    for (const { uid, event } of everyone) {
      putSeated(tx, eventDocument(event, { startsAt: inDays(2), hosts: [uid], createdBy: uid }), going)
    }
    putSeated(tx, eventDocument('past', { startsAt: inDays(-9), status: 'completed' }), going)
    for (const other of others) {
      for (const [one, two] of [[blocker, other] as const, [other, blocker] as const]) {
        const hosts = [one.uid, two.uid]
        tx.put(events, eventDocument(draftOf(one, two), { status: 'draft', hosts, createdBy: one.uid }))
      }
    }
  })
  for (const { event, call } of everyone) {
    await succeeding(call('POST', `/api/events/${event}/announcements`, { body: { text: 'Bring a pen' } }))
  }
}

async function shareNotesAndMeetings(app: TestApp, blocker: Person, others: readonly Person[]) {
  const note = (owner: string, about: string) => ({
    id: joinedId(owner, about),
    owner,
    about,
    connection: connectionIdOf(owner, about),
    version: 1,
    changedAt: inDays(-1),
    text: 'Knows printers',
    getInTouchOn: '2020-01-01',
  })
  await app.store.transact(async (tx) => {
    for (const { uid } of others) {
      tx.put(connectionNotes, note(blocker.uid, uid))
      tx.put(connectionNotes, note(uid, blocker.uid))
    }
    tx.put(meetings, {
      id: 'meeting',
      purpose: 'Printers',
      kind: 'advice',
      status: 'scheduled',
      startsAt: inDays(3),
      durationMinutes: 30,
      participants: [blocker, ...others].map(({ uid }) => uid),
      proposedAt: inDays(-1),
    })
  })
}
