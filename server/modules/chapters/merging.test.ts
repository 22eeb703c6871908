import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import type { Chapter, ChapterChoices } from '#shared/chapters/schema.ts'
import { DAY } from '#shared/lib/durations.ts'
import type { Notification } from '#shared/notifications/schema.ts'
import { collections } from '#server/collections.ts'
import { chapters } from './chapters/collection.ts'
import { chapterLetters } from './letters/collection.ts'
import { chapterMemberships } from './memberships/collection.ts'
import { membershipId } from './memberships/status.ts'
import { events } from '#server/modules/events/events/collection.ts'
import { members } from '#server/modules/people/members/collection.ts'
import { auditEntries } from '#server/modules/operations/audit/collection.ts'
import { rounds } from '#server/modules/rounds/collection.ts'
import { allOf } from '#server/store/all-of.ts'
import type { DocumentOf, Store, Transaction } from '#server/store/port.ts'
import {
  chapterDocument,
  chapterMembershipDocument,
  membershipWriter,
  membersWithOtherChapters,
  putChapter,
  putLetter,
} from '#server/testing/fixtures/chapters.ts'
import { eventDocument, putSeated } from '#server/testing/fixtures/events.ts'
import {
  inHours,
  type OrganiserFixture,
  startOrganiserFixture,
} from '#server/testing/fixtures/organiser-fixture.ts'
import { openTemporaryStore } from '#server/testing/temporary-store.ts'

const store = openTemporaryStore(collections)
/** Transactions before the process ends, and whether it ends after the commit of the last. */
let left = Infinity
let isAfter = false
const mortal: Store = {
  ...store,
  async transact(...call) {
    if (left <= 0) throw new Error('killed')
    left -= 1
    const result = left > 0 || isAfter ? await store.transact(...call) : undefined
    if (left <= 0) throw new Error('killed')
    return result as never
  },
}

let fixture: OrganiserFixture
type Person = OrganiserFixture['ada']
let [lead, both, member, guest, asking, boss]: Person[] = []
/** Slugs, which are ids. Potsdam is merged into Berlin; Köln is a third chapter. */
let [potsdam, berlin, koeln] = ['', '', '']
let made = 0

beforeAll(async () => {
  fixture = await startOrganiserFixture({ store: mortal, liftRateLimits: true })
  ;[lead, both, member, guest, asking, boss] = await Promise.all(
    Array.from({ length: 6 }, () => fixture.member()),
  )
})
afterAll(async () => {
  await fixture.close()
  await store.close()
})
beforeEach(() => prepare())

const active = (kind: 'home' | 'guest', role: 'lead' | 'steward' | 'member') =>
  ({ kind, role, state: 'active' }) as const

async function putPeople(tx: Transaction) {
  const of = (slug: string, { uid }: Person, status: Parameters<typeof chapterMembershipDocument>[2]) =>
    chapterMembershipDocument(slug, uid, status)
  await membershipWriter.put(tx, of(potsdam, lead!, active('home', 'lead')))
  await membershipWriter.put(
    tx,
    of(potsdam, both!, active('guest', 'steward')),
    of(berlin, both!, active('home', 'member')),
  )
  await membershipWriter.put(
    tx,
    of(potsdam, member!, active('home', 'member')),
    of(berlin, member!, active('guest', 'member')),
  )
  await membershipWriter.put(
    tx,
    of(potsdam, guest!, active('guest', 'member')),
    of(koeln, guest!, active('home', 'member')),
  )
  await membershipWriter.put(tx, of(potsdam, asking!, { kind: 'home', role: 'member', state: 'pending' }))
  await membershipWriter.put(tx, of(berlin, boss!, active('home', 'lead')))
}

function putContent(tx: Transaction) {
  const event = (name: string, more: Parameters<typeof eventDocument>[1]) =>
    putSeated(
      tx,
      eventDocument(`${name}-${made}`, {
        createdBy: fixture.organiser.uid,
        startsAt: inHours(1),
        visibility: 'chapter',
        ...more,
      }),
      [],
    )
  event('own', { chapterId: potsdam })
  event('draft', { chapterId: potsdam, status: 'draft', cohosts: [berlin, koeln] })
  event('theirs', { chapterId: berlin, cohosts: [potsdam] })
  event('third', { chapterId: koeln, cohosts: [potsdam] })
  event('other', { chapterId: koeln, cohosts: [berlin] })
  putLetter(tx, `sent-${made}`, { chapter: potsdam, by: lead!.uid, state: 'sent' })
  putLetter(tx, `planned-${made}`, { chapter: potsdam, by: lead!.uid, at: inHours(24) })
  const at = inHours(48)
  const round = { id: `round-${made}`, title: 'Coffee', audience: 'chapter', chapter: potsdam, size: 2 }
  const open = { optInUntil: at, monthly: false, state: 'open', openedAt: at, openedBy: lead!.uid, groups: 0 }
  tx.put(rounds, { ...round, ...open } as DocumentOf<typeof rounds>)
}

async function prepare() {
  left = Infinity
  await finish()
  made += 1
  ;[potsdam, berlin, koeln] = [`potsdam-${made}`, `berlin-${made}`, `koeln-${made}`]
  await store.transact(async (tx) => {
    for (const each of await allOf(tx, chapterMemberships, {})) tx.delete(chapterMemberships, each.id)
    for (const each of await allOf(tx, members, {})) tx.put(members, { ...each, chapters: [] })
  })
  await store.transact(async (tx) => {
    for (const slug of [potsdam, berlin, koeln]) putChapter(tx, chapterDocument(slug))
    await putPeople(tx)
    putContent(tx)
  })
  await fixture.services.chapters.start()
}

const call = (actor: Person, path: string, body?: object) =>
  actor.call('POST', `/api/admin/chapters/${path}`, { body })
const merge = (from = potsdam, into = berlin) => call(fixture.admin, `${from}/merge`, { into })
const undo = (slug = potsdam) => call(fixture.admin, `${slug}/merge/undo`)
const finish = () => fixture.services.chapters.merging.advanceDue()
const outcome = ({ statusCode, json, body }: Awaited<ReturnType<typeof merge>>) =>
  [statusCode, body ? json<{ code?: string }>().code : undefined].filter(Boolean).join(' ')
const merged = async () => {
  expect(outcome(await merge())).toBe('204')
  await finish()
}

const nameOf = (id: string) => id.replace(`-${made}`, '')

async function places() {
  const named = { lead, both, member, guest, asking, boss }
  const found: Record<string, string> = {}
  for (const [name, person] of Object.entries(named))
    for (const each of await allOf(store, chapterMemberships, { where: { member: person!.uid } }))
      if (each.state !== 'left')
        found[`${name} ${nameOf(each.chapter)}`] = `${each.kind} ${each.role} ${each.state}`
  return found
}

async function content() {
  const found: Record<string, string> = {}
  for (const name of ['own', 'draft', 'theirs', 'third', 'other']) {
    const { chapterId, cohosts = [] } = (await store.get(events, `${name}-${made}`))!
    found[name] = [chapterId!, ...cohosts.toSorted()].map(nameOf).join(' ')
  }
  for (const name of ['sent', 'planned']) {
    const { chapter, state } = (await store.get(chapterLetters, `${name}-${made}`))!
    found[name] = `${nameOf(chapter)} ${state}`
  }
  found['round'] = nameOf((await store.get(rounds, `round-${made}`))!.chapter!)
  return found
}

const MERGED = {
  places: {
    'lead berlin': 'home lead active',
    'both berlin': 'home steward active',
    'member berlin': 'home member active',
    'guest koeln': 'home member active',
    'guest berlin': 'guest member active',
    'asking berlin': 'home member pending',
    'boss berlin': 'home lead active',
  },
  content: {
    own: 'berlin',
    draft: 'berlin koeln',
    theirs: 'berlin',
    third: 'koeln berlin',
    other: 'koeln berlin',
    sent: 'berlin sent',
    planned: 'berlin held',
    round: 'berlin',
  },
  otherwiseNamed: [],
}

const everything = async () => ({
  places: await places(),
  content: await content(),
  otherwiseNamed: await membersWithOtherChapters(store),
})
/** Everything of memberships that a member can see, or that is counted. */
const memberships = async () =>
  (await allOf(store, chapterMemberships, {})).map((each) => ({ ...each, lettersOff: undefined }))

test('people, events, letters and rounds move to the other chapter, and old links lead to it', async () => {
  await merged()
  expect(await everything()).toEqual(MERGED)
  const page = (await member!.call('GET', `/api/chapters/${potsdam}`)).json<Chapter>()
  expect([page.slug, page.members]).toEqual([berlin, 5])
  expect(page.merged).toBeUndefined()
  const { items } = (await fixture.admin.call('GET', '/api/chapters/choices')).json<ChapterChoices>()
  expect(items.map(({ slug }) => slug)).not.toContain(potsdam)
  expect((await member!.call('GET', `/api/events/own-${made}`)).statusCode).toBe(200)
  // Members have been there for as long as in their former chapter, so that nobody is a newcomer.
  const moved = await store.get(chapterMemberships, membershipId(berlin, lead!.uid))
  const former = await store.get(chapterMemberships, membershipId(potsdam, lead!.uid))
  expect(moved?.since).toBe(former?.history[0]?.at)
  expect(former?.history.map(({ state }) => state)).toEqual(['active', 'left'])
})

test('members are notified once of a merge, and of nothing when they only asked to join', async () => {
  await merged()
  await finish()
  await fixture.services.notifications.notifications.idle()
  const newsOf = async (person: Person) =>
    (await person.call('GET', '/api/notifications'))
      .json<{ items: Notification[] }>()
      .items.map(({ text }) => text)
      .filter((text) => text.includes(potsdam))
  expect(await newsOf(member!)).toEqual([
    `Chapter ${potsdam} is part of Chapter ${berlin} now, and you’re a member of it.`,
  ])
  expect(await newsOf(asking!)).toEqual([])
})

test('undoing a merge within a week restores everything as it was', async () => {
  const before = [await everything(), await memberships()]
  await merged()
  const { merged: shown } = (await fixture.admin.call('GET', `/api/chapters/${berlin}`)).json<Chapter>()
  expect(shown).toMatchObject([{ slug: potsdam }])
  expect(outcome(await undo())).toBe('204')
  await finish()
  expect([await everything(), await memberships()]).toEqual(before)
  const page = (await member!.call('GET', `/api/chapters/${potsdam}`)).json<Chapter>()
  expect([page.slug, page.state, page.own?.kind]).toEqual([potsdam, 'active', 'home'])
  expect(outcome(await undo())).toBe('204')
  expect(outcome(await merge())).toBe('204')
})

test('a merge and its undoing that are killed before or after any step are completed by the next run', async () => {
  let deaths = 0
  for (const after of [false, true])
    for (let steps = 1, isDead = true; isDead; steps += 1) {
      await prepare()
      const before = [await everything(), await memberships()]
      for (const command of [merge, undo]) {
        await fixture.services.notifications.notifications.idle()
        isAfter = false
        // The process ends with the first transaction after that of the command. A delivery may come before it.
        do left = 2
        while ((await command()).statusCode === 500)
        await new Promise((resolve) => setTimeout(resolve, 20))
        left = steps
        isAfter = after
        isDead = await finish().then(
          () => false,
          () => true,
        )
        deaths += Number(isDead)
        left = Infinity
        await Promise.all([finish(), finish()])
        expect(command === merge ? await everything() : [await everything(), await memberships()]).toEqual(
          command === merge ? MERGED : before,
        )
      }
      const { items } = await store.find(auditEntries, {
        where: { target: member!.uid },
        orderBy: 'at',
        direction: 'desc',
        limit: 10,
      })
      const mine = items.filter((entry) => JSON.stringify(entry.after).includes(`-${made}"`))
      expect(mine.map(({ action }) => action).toSorted()).toEqual([
        'chapter.moved_by_merge',
        'chapter.returned_from_merge',
      ])
    }
  expect(deaths).toBeGreaterThan(30)
})

test('two admins who merge two chapters into each other at once leave one of them', async () => {
  const outcomes = await Promise.all([merge(potsdam, berlin), merge(berlin, potsdam)])
  expect(outcomes.map(outcome).toSorted()[0]).toBe('204')
  expect(outcomes.map(outcome).toSorted()[1]).toMatch(/^4/)
  await finish()
  const states = await Promise.all(
    [potsdam, berlin].map(async (id) => (await store.get(chapters, id))?.state),
  )
  expect(new Set(states)).toEqual(new Set(['active', 'closed']))
})

test('a merge is refused into itself, into a closed chapter, and while another can still be undone', async () => {
  expect((await merge(potsdam, potsdam)).statusCode).toBe(400)
  expect(outcome(await merge('unknown', berlin))).toBe('404 chapter_not_found')
  expect((await call(lead!, `${potsdam}/merge`, { into: berlin })).statusCode).toBe(403)
  await merged()
  expect(outcome(await merge())).toBe('204')
  expect(outcome(await merge(berlin, koeln))).toBe('409 merge_undoable')
  expect(outcome(await merge(potsdam, koeln))).toBe('409 chapter_closed')
  await store.transact(async (tx) =>
    tx.put(chapters, { ...(await tx.get(chapters, koeln))!, state: 'closed' }),
  )
  expect((await merge(berlin, koeln)).statusCode).toBe(400)
})

test('people who decide anew after a merge keep their decision when it is undone', async () => {
  await merged()
  await member!.call('PUT', `/api/chapters/${koeln}/membership`, { body: { kind: 'home' } })
  await lead!.call('DELETE', `/api/chapters/${berlin}/membership`)
  await undo()
  await finish()
  expect(await places()).toMatchObject({
    'member koeln': 'home member active',
    'member potsdam': 'guest member active',
  })
  for (const slug of ['berlin', 'potsdam']) expect(await places()).not.toHaveProperty(`lead ${slug}`)
})

test('a hidden chapter that was merged answers members as unknown where the other is hidden, too', async () => {
  await store.transact(async (tx) => {
    for (const id of [potsdam, berlin])
      tx.put(chapters, { ...(await tx.get(chapters, id))!, listing: 'hidden' })
  })
  await merged()
  expect((await fixture.grace.call('GET', `/api/chapters/${potsdam}`)).statusCode).toBe(404)
  expect((await lead!.call('GET', `/api/chapters/${potsdam}`)).statusCode).toBe(200)
})

test('a merge can’t be undone after a week', async () => {
  await merged()
  fixture.advance(7 * DAY + 1)
  await store.transact(async (tx) => {
    const { merged: state } = (await tx.get(chapters, potsdam))!
    expect(state).toBeDefined()
  })
  const late = await fixture.services.chapters.merging
    .undo({ id: fixture.admin.uid, role: 'admin' } as never, potsdam)
    .catch((error: unknown) => error)
  expect(late).toMatchObject({ code: 'merge_not_undoable' })
})
