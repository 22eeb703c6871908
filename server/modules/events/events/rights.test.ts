import { array, assert, asyncProperty, constantFrom, option, record, subarray } from 'fast-check'
import { expect, test, vi } from 'vitest'

import { EVENT_STATUSES, EVENT_VISIBILITIES, JOIN_MODES, RSVP_STATES } from '#shared/events/rules.ts'
import { isListedChapter } from '#shared/chapters/rights.ts'
import {
  CHAPTER_LISTINGS,
  CHAPTER_MEMBERSHIP_KINDS,
  CHAPTER_MEMBERSHIP_STATES,
  CHAPTER_ROLES,
  CHAPTER_STATES,
} from '#shared/chapters/rules.ts'
import { MEMBER_ROLES, type MemberRole } from '#shared/people/roles.ts'
import { eventInvitations } from '#server/modules/attendance/invitations/collection.ts'
import { type RsvpDocument, rsvps } from '#server/modules/attendance/rsvps/seats/collection.ts'
import { createChapterAccess } from '#server/modules/chapters/access.ts'
import type { Chapters } from '#server/modules/chapters/module.ts'
import type { People } from '#server/modules/people/module.ts'
import { chapterDocument, putChapter, putChapterMembership } from '#server/testing/fixtures/chapters.ts'
import { partOf } from '#server/tools/part-of.ts'
import { blocks } from '#server/modules/people/blocks/collection.ts'
import { members } from '#server/modules/people/members/collection.ts'
import { newcomer } from '#server/modules/people/members/newcomer.ts'
import { joinedId } from '#server/store/joined-id.ts'
import { eventDocument } from '#server/testing/fixtures/events.ts'
import { openMemoryStore } from '#server/testing/memory-store.ts'
import { type Query, sql } from '#server/views/sql.ts'
import { guestOf } from '#server/modules/attendance/invitations/guest-list.ts'

import { createEventAccess } from './access.ts'
import { type EventDocument, events } from './collection.ts'
import {
  editableEvents,
  isOnGuestList,
  isOpenTo,
  mayEdit,
  mayJoin,
  maySee,
  roleAt,
  VISITOR,
} from './rights.ts'
import {
  hasEnded,
  isCoverHidden,
  isCurrent,
  isForEveryMember,
  isHistory,
  isInvitedOnly,
  isListed,
  isPublic,
  isVisible,
} from './rules.ts'

vi.setConfig({ testTimeout: 60_000 })

const NOW = '2026-03-02T12:00:00.000Z'
const BEFORE = '2026-03-02T11:00:00.000Z'
const AFTER = '2026-03-02T13:00:00.000Z'
const PEOPLE = ['ada', 'ben', 'cleo', 'dora'] as const
const COVER = 'c'.repeat(64)

const person = constantFrom(...PEOPLE)
const some = subarray([...PEOPLE], { maxLength: 2 })
const CHAPTERS = ['berlin', 'lisbon', 'rome'] as const
const hidden = { reason: 'Spam', at: BEFORE }

const account = record({ role: constantFrom(...MEMBER_ROLES), status: constantFrom('active', 'suspended') })
const event = record(
  {
    status: constantFrom(...EVENT_STATUSES),
    visibility: constantFrom(...EVENT_VISIBILITIES),
    joinMode: constantFrom(...JOIN_MODES),
    endsAt: constantFrom(BEFORE, NOW, AFTER),
    createdBy: person,
    organiser: person,
    hosts: some,
    editors: some,
    helpers: some,
    cover: constantFrom('', COVER),
    hidden: constantFrom({}, { event: hidden }, { cover: { ...hidden, image: COVER } }),
    imported: constantFrom({ source: 'luma' as const, at: BEFORE }),
    publishedAt: constantFrom(BEFORE),
    chapterId: constantFrom('berlin', 'lisbon'),
    cohosts: subarray(['rome']),
  },
  {
    requiredKeys: ['status', 'visibility', 'joinMode', 'endsAt', 'createdBy', 'hosts', 'cover'],
  },
)
const answer = record({
  state: constantFrom(...RSVP_STATES),
  command: option(constantFrom('remove', 'decline'), { nil: undefined }),
})
/** A person’s entry at one event: the RSVP, and an invitation that may have been withdrawn. */
const guest = record({
  rsvp: option(answer, { nil: undefined }),
  invitation: constantFrom('none', 'given', 'withdrawn'),
})
const chapter = record({
  listing: constantFrom(...CHAPTER_LISTINGS),
  state: constantFrom(...CHAPTER_STATES),
})
const membership = record({
  chapter: constantFrom(...CHAPTERS),
  member: person,
  by: person,
  kind: constantFrom(...CHAPTER_MEMBERSHIP_KINDS),
  role: constantFrom(...CHAPTER_ROLES),
  state: constantFrom(...CHAPTER_MEMBERSHIP_STATES),
})
const community = record({
  chapters: array(chapter, { minLength: CHAPTERS.length, maxLength: CHAPTERS.length }),
  memberships: array(membership, { maxLength: 6 }),
  accounts: array(account, { minLength: PEOPLE.length, maxLength: PEOPLE.length }),
  blocked: array(record({ blocker: person, blocked: person }), { maxLength: 3 }),
  found: array(record({ event, guests: array(guest, { minLength: 4, maxLength: 4 }) }), {
    minLength: 1,
    maxLength: 4,
  }),
})

test('each rule gives the same result for a document and for its row, for every viewer', async () => {
  await assert(
    asyncProperty(community, async ({ accounts, blocked, found, ...inChapters }) => {
      const store = openMemoryStore()
      const documents = found.map(({ event: more }, at): EventDocument =>
        eventDocument(`event-${at}`, { startsAt: '2026-03-02T10:00:00.000Z', ...more }),
      )
      const entries = found.flatMap(({ guests }, at) =>
        guests.map((entry, index) => ({ ...entry, event: `event-${at}`, member: PEOPLE[index]! })),
      )
      const rsvpOf = ({ event: id, member, rsvp }: (typeof entries)[number]): RsvpDocument | undefined =>
        rsvp && {
          id: joinedId(id, member),
          event: id,
          member,
          state: rsvp.state,
          guests: 0,
          answeredAt: BEFORE,
          startsAt: BEFORE,
          command: rsvp.command && { kind: rsvp.command, by: 'ada', reason: 'Full' },
        }
      await store.transact(async (tx) => {
        for (const [at, more] of accounts.entries())
          tx.put(members, { ...newcomer(PEOPLE[at]!, BEFORE), ...more })
        for (const pair of blocked)
          tx.put(blocks, { id: joinedId(pair.blocker, pair.blocked), ...pair, blockedAt: BEFORE })
        for (const [at, more] of inChapters.chapters.entries())
          putChapter(tx, chapterDocument(CHAPTERS[at]!, more))
        for (const { chapter: slug, member, ...status } of inChapters.memberships)
          putChapterMembership(tx, slug, member, status)
        for (const document of documents) tx.put(events, document)
        for (const entry of entries) {
          const id = joinedId(entry.event, entry.member)
          const rsvp = rsvpOf(entry)
          if (rsvp) tx.put(rsvps, rsvp)
          if (entry.invitation === 'none') continue
          tx.put(eventInvitations, { id, event: entry.event, member: entry.member, by: 'ada', at: BEFORE })
        }
      })
      await store.views()
      await store.transact(async (tx) => {
        for (const { event: id, member, invitation } of entries)
          if (invitation === 'withdrawn') tx.delete(eventInvitations, joinedId(id, member))
      })
      const views = await store.views()

      const { personAt } = createEventAccess({
        store,
        clock: Date.now,
        people: partOf<People>({}),
        chapters: partOf<Chapters>({ access: createChapterAccess(store, partOf<People>({})) }),
      })
      const placeOf = async (document: EventDocument, viewer: { id: string; role: MemberRole }) =>
        (await personAt(store, document, viewer)).inChapters
      const isListedIn = ({ chapterId }: EventDocument) =>
        chapterId !== undefined &&
        isListedChapter(inChapters.chapters[CHAPTERS.indexOf(chapterId as 'rome')]!)

      const viewers = [...PEOPLE.map((id, at) => ({ id, role: accounts[at]!.role })), VISITOR]
      const now = Date.parse(NOW)
      for (const document of documents) {
        const ofRow = (rule: Query) =>
          views.get<{ value: unknown }>(
            sql`SELECT ${rule} AS value FROM event AS e WHERE e.id = ${document.id}`,
          )!.value
        const states: Record<string, [of: boolean, sql: Query]> = {
          isVisible: [isVisible.of(document), isVisible.sql],
          isListed: [isListed.of(document), isListed.sql],
          isInvitedOnly: [isInvitedOnly.of(document), isInvitedOnly.sql],
          isForEveryMember: [isForEveryMember.of(document, isListedIn(document)), isForEveryMember.sql],
          isPublic: [isPublic.of(document, isListedIn(document)), isPublic.sql],
          isHistory: [isHistory.of(document), isHistory.sql],
          isCoverHidden: [isCoverHidden.of(document), isCoverHidden.sql],
          hasEnded: [hasEnded.of(document, now), hasEnded.sql(NOW)],
          isCurrent: [isCurrent.of(document, now), isCurrent.sql(NOW)],
        }
        expectSame('', states, ofRow)
        for (const each of viewers) {
          const viewer = { ...each, inChapters: await placeOf(document, each) }
          const entry = entries.find(({ event: id, member }) => id === document.id && member === viewer.id)
          const own = guestOf(entry?.invitation === 'given' ? entry : undefined, entry && rsvpOf(entry))
          const isOpen = isOpenTo.of(document, viewer, own)
          const isJoinable = mayJoin.of(document, viewer, own)
          const { id } = viewer
          const rights: Record<string, [of: boolean, sql: Query]> = {
            mayEdit: [mayEdit.of(document, viewer), mayEdit.sql(viewer)],
            isOnGuestList: [isOnGuestList.of(own), isOnGuestList.sql(viewer)],
            isOpenTo: [isOpen, isOpenTo.sql(viewer)],
            'isOpenTo by id': [isOpen, isOpenTo.sql({ id })],
            mayJoin: [isJoinable, mayJoin.sql(viewer)],
            'mayJoin by id': [isJoinable, mayJoin.sql({ id })],
            maySee: [maySee.of(document, viewer, own), maySee.sql(viewer)],
          }
          expectSame(viewer.id, rights, ofRow)
          expect(ofRow(roleAt.sql(viewer))).toBe(roleAt.of(document, viewer) ?? null)
        }
      }
      for (const viewer of viewers) {
        const rows = views.all<{ id: string }>(sql`SELECT e.id FROM ${editableEvents(viewer)} ORDER BY e.id`)
        const people = await Promise.all(
          documents.map(async (document) => ({ ...viewer, inChapters: await placeOf(document, viewer) })),
        )
        const editable = documents.filter((document, at) => mayEdit.of(document, people[at]!))
        expect(rows.map(({ id }) => id)).toEqual(editable.map(({ id }) => id))
      }
      await store.close()
    }),
    { numRuns: 80 },
  )
})

function expectSame(
  viewer: string,
  rules: Record<string, [of: boolean, sql: Query]>,
  ofRow: (rule: Query) => unknown,
) {
  const given = Object.entries(rules).map(([name, [, rule]]) => `${viewer} ${name} ${ofRow(rule) === 1}`)
  expect(given).toEqual(Object.entries(rules).map(([name, [of]]) => `${viewer} ${name} ${of}`))
}
