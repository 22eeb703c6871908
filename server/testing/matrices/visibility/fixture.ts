import { randomUUID } from 'node:crypto'

import { connectionNotes } from '#server/modules/people/notes/collection.ts'
import { connectionIdOf } from '#server/modules/people/connections/connection-state.ts'
import { discussionPosts } from '#server/modules/conversation/discussion/collection.ts'
import { events } from '#server/modules/events/events/collection.ts'
import { members } from '#server/modules/people/members/collection.ts'
import type { TestApp } from '#server/testing/app.ts'
import {
  chapterDocument,
  putChapter,
  putChapterMembership,
  putLetter,
} from '#server/testing/fixtures/chapters.ts'
import { eventDocument, putSeated } from '#server/testing/fixtures/events.ts'
import { buddyOffers } from '#server/modules/rounds/buddies/collection.ts'
import { putRound } from '#server/testing/fixtures/rounds.ts'
import { putTablePlan } from '#server/testing/fixtures/tables.ts'
import { joinedId } from '#server/store/joined-id.ts'
import type { NewCalendarFeed } from '#shared/calendar/schema.ts'
import { DAY } from '#shared/lib/durations.ts'
import type { OwnProfile } from '#shared/people/members.ts'
import type { StatementLink } from '#shared/prestige/schema.ts'

import { putIntroductions } from './introductions.ts'
import { putMeetings } from './meetings.ts'

const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString()

export interface Person {
  uid: string
  call: Awaited<ReturnType<TestApp['member']>>['call']
  /** Unique texts that identify them in a response. `profile` is part of every profile field. */
  details: { id: string; name: string; email: string; profile: string }
  /** Id of the event that they host. */
  event: string
  /** Id of their question about the past event, which everyone answered. */
  question: string
  /** Id of their ask. */
  ask: string
  /** Path of their calendar feed. */
  feed: string
  /** Secret of the link to their statement of prestige. */
  statement: string
  /** Id of the common friend, and of their connection with them. */
  friend: string
  friendConnection: string
}

/** Relationship of the blocker to each of the others before the block. */
const RELATIONSHIPS = ['connected', 'askedBlocker', 'askedByBlocker', 'stranger'] as const

export type Fixture = Awaited<ReturnType<typeof createFixture>>
export const draftOf = (viewer: Person, other: Person) => `draft-${viewer.event}-${other.event}`

/** A blocker, four others who share events, meetings and notes with them, and a common friend. */
export async function createFixture(app: TestApp) {
  // Ties are ordered by id, so the ids of one fixture must sort alike in every run.
  const prefix = randomUUID().slice(0, 8)
  const blocker = await newPerson(app, 'Qablocker', prefix)
  const friend = await newPerson(app, 'Qzfriend', prefix)
  const others: Person[] = []
  for (const relationship of RELATIONSHIPS)
    others.push(await newPerson(app, `Qb${relationship.toLowerCase()}`, prefix))
  // Account records are cached for half a minute.
  app.advance(31_000)

  const [connected, askedBlocker, askedByBlocker] = others
  const connect = (from: Person, to?: Person) =>
    assertSuccess(from.call('POST', '/api/connections', { body: { memberId: to?.uid, note: 'Hello' } }))
  for (const person of [blocker, ...others]) {
    await connect(person, friend)
    await connect(friend, person)
  }
  await connect(blocker, connected)
  if (connected) await connect(connected, blocker)
  if (askedBlocker) await connect(askedBlocker, blocker)
  await connect(blocker, askedByBlocker)

  await shareChapter(app, [blocker, ...others])
  await app.store.transact(async (tx) =>
    putRound(tx, 'shared', { members: [blocker, ...others].map(({ uid }) => uid) }),
  )
  await app.store.transact(async (tx) => {
    for (const { uid } of [blocker, ...others]) tx.put(buddyOffers, { id: uid, most: 5, since: inDays(-1) })
  })
  await shareEvents(app, blocker, others, friend)
  await shareNotesAndMeetings(app, { blocker, others, friend })
  await confirmEachOther(app, blocker, others)
  for (const person of [blocker, ...others]) {
    const answer = await person.call('POST', '/api/calendar-feed')
    person.friend = friend.uid
    person.friendConnection = connectionIdOf(person.uid, friend.uid)
    person.feed = new URL(answer.json<NewCalendarFeed>().url).pathname
    const link = (await person.call('POST', '/api/prestige/statement')).json<StatementLink>()
    person.statement = new URL(link.url).searchParams.get('statement') ?? ''
  }
  return { blocker, others, friend }
}

async function assertSuccess(response: ReturnType<Person['call']>) {
  const { statusCode, body } = await response
  if (statusCode >= 300) throw new Error(`The fixture could not be created: ${body}`)
}

async function newPerson(app: TestApp, name: string, prefix: string): Promise<Person> {
  const uid = `${prefix}-${name.toLowerCase()}`
  const email = `${uid}@guildhall.test`
  const { call } = await app.member({ uid, email })
  const profile = `${name}profile`
  const event = `by-${name.toLowerCase()}`
  const own = (await call('GET', '/api/me')).json<OwnProfile>()
  const { id: _id, version, email: _email, role: _role, status: _status, joinedAt: _joinedAt, ...edit } = own
  const body = {
    ...edit,
    displayName: `${name} Person`,
    headline: `${profile} headline`,
    company: `${profile} company`,
    industry: 'Architecture and construction',
    address: { city: `${profile} city` },
    keywords: [`${profile} keyword`],
    asks: ['Someone who knows printers'],
    offers: ['Knows printers and signs'],
  }
  const saved = await call('PUT', '/api/me', { body, headers: { 'if-match': `"${version}"` } })
  await assertSuccess(call('POST', '/api/me/onboarded'))
  await app.store.transact(async (tx) => {
    const member = await tx.get(members, uid)
    if (member) tx.put(members, { ...member, role: 'organiser' })
  })
  return {
    uid,
    call,
    details: { id: uid, name: `${name} Person`, email, profile },
    event,
    question: `asked-${event}`,
    ask: saved.json<OwnProfile>().asks[0]?.id ?? '',
    feed: '',
    statement: '',
    friend: '',
    friendConnection: '',
  }
}

/** Everyone is a lead of one of two chapters, has just joined it, and has sent and planned a letter. */
async function shareChapter(app: TestApp, everyone: readonly Person[]) {
  const at = new Date().toISOString()
  await app.store.transact(async (tx) => {
    for (const slug of ['first', 'second']) putChapter(tx, chapterDocument(slug))
    for (const { uid, event } of everyone) {
      putChapterMembership(tx, 'first', uid, { kind: 'home', role: 'lead', state: 'active', at })
      putLetter(tx, `sent-${event}`, { chapter: 'first', by: uid, state: 'sent', at })
      putLetter(tx, `planned-${event}`, { chapter: 'first', by: uid, at: inDays(9) })
    }
  })
  await app.services.chapters.start()
}

/**
 * Everyone is going to one event hosted by each, and attended a past one. The blocker and each other co-host drafts.
 */
async function shareEvents(app: TestApp, blocker: Person, others: readonly Person[], friend: Person) {
  const everyone = [blocker, ...others, friend]
  const going = everyone.map(({ uid }) => uid)
  await app.store.transact(async (tx) => {
    for (const { uid, event } of everyone) {
      putSeated(tx, eventDocument(event, { startsAt: inDays(2), hosts: [uid], createdBy: uid }), going)
      putTablePlan(tx, event, going)
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
    await assertSuccess(call('POST', `/api/events/${event}/announcements`, { body: { text: 'Bring a pen' } }))
  }
  await app.store.transact(async (tx) => {
    const write = (id: string, by: Person, more: { text: string; question?: string }) =>
      tx.put(discussionPosts, { id, event: 'past', by: by.uid, at: inDays(-9), ...more })
    for (const person of everyone) {
      write(person.question, person, { text: 'Is there a lift?' })
      for (const other of everyone) {
        const question = person.question
        write(`${other.event}-to-${question}`, other, { text: 'Yes, at the back.', question })
      }
    }
  })
}

async function shareNotesAndMeetings(
  app: TestApp,
  { blocker, others, friend }: { blocker: Person; others: readonly Person[]; friend: Person },
) {
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
    putMeetings(tx, blocker, others, friend)
    putIntroductions(tx, blocker, others, friend)
  })
}

/** Each thanked the other, and everyone is on the public page. */
async function confirmEachOther(app: TestApp, blocker: Person, others: readonly Person[]) {
  const { award } = app.services.prestige.awards
  const pairs = others.flatMap((other) => [[blocker, other] as const, [other, blocker] as const])
  for (const [member, confirmer] of pairs) {
    await app.store.transact((tx) =>
      award(tx, {
        kind: 'thanks',
        member: member.uid,
        source: `meeting:${confirmer.uid}`,
        confirmedBy: [confirmer.uid],
        at: inDays(-1),
        subject: 'Printers',
      }),
    )
  }
  for (const { call } of [blocker, ...others]) {
    const body = { listed: true, visibility: 'members' }
    await assertSuccess(call('PUT', '/api/prestige/listing', { body }))
  }
}
