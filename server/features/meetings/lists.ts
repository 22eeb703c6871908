import { PAGE_SIZE } from '#shared/constants.ts'
import type { MeetingPromise } from '#shared/meeting-follow-up.ts'
import { MEETING_LIMITS } from '#shared/meeting-rules.ts'
import type {
  MeetingListItem,
  MeetingLists,
  MeetingSummary,
  MeetingTasks,
  MeetingTogether,
  OutcomeTask,
  PromiseTask,
} from '#shared/meetings.ts'
import type { MemberCard } from '#shared/members.ts'
import type { Page } from '#shared/page.ts'
import { allOf } from '#server/lib/all-of.ts'
import { isoInstant } from '#server/lib/clock.ts'
import { BadCursor, type Store } from '#server/store/port.ts'

import { meetings } from './collection.ts'
import type { MeetingDocument } from './document.ts'
import { type Command, endOf, isVoting, remaining, statusOf } from './state.ts'
import { awaitsChoice, canConfirm, hasVoted, listItemOf, othersIn, summaryOf, togetherOf } from './view.ts'

export interface ListDeps {
  store: Store
  /** Who asks, when, and whom they can meet. */
  viewing: (viewerId: string) => Promise<Command>
  /** Of those whom the viewer can see, former members included. At most 500 ids. */
  cards: (viewerId: string, ids: readonly string[]) => Promise<MemberCard[]>
}

/** `past` for what is over. */
type ListName = keyof MeetingLists | 'past'

const MAX_TOGETHER = 20
const MAX_CARDS = 500
const MAX_DURATION = MEETING_LIMITS.durationMinutes.max * 60_000
const INSTANT_LENGTH = isoInstant(0).length

/** What members read of all their meetings. */
export function createMeetingLists({ store, viewing, cards }: ListDeps) {
  /** What is not over, unless nobody is left to meet. */
  const current = ({ actor, now }: Command) =>
    allOf(store, meetings, {
      contains: withMember(actor),
      orderBy: 'closesAt',
      range: { gt: isoInstant(now) },
    })

  /** Held, with something left to do for the member. */
  const needingAttention = ({ actor }: Command) =>
    allOf(store, meetings, {
      contains: { field: 'attentionOf', value: actor },
      orderBy: 'closesAt',
      direction: 'desc',
    })

  async function itemsOf(viewer: Command, found: readonly MeetingDocument[]): Promise<MeetingListItem[]> {
    const cardOf = await cardsIn(viewer, found)
    return found.map((meeting) => listItemOf(meeting, viewer, cardOf))
  }

  async function cardsIn(viewer: Command, found: readonly MeetingDocument[]) {
    const shown = found.flatMap((meeting) => [...meeting.participants, ...othersIn(meeting, viewer)])
    const ids = [...new Set(shown)].filter((id) => id !== viewer.actor)
    const byId = new Map<string, MemberCard>()
    for (let at = 0; at < ids.length; at += MAX_CARDS)
      for (const card of await cards(viewer.actor, ids.slice(at, at + MAX_CARDS))) byId.set(card.id, card)
    return (id: string) => byId.get(id)
  }

  async function lists(
    viewer: Command,
    open: readonly MeetingDocument[],
    held: readonly MeetingDocument[],
  ): Promise<MeetingLists> {
    const late = held.filter((meeting) => canConfirm(meeting, viewer))
    const items = await itemsOf(viewer, [...open, ...late])
    const inList = (name: ListName, by: 'expiresAt' | 'startsAt') =>
      items
        .filter((_, at) =>
          at >= open.length ? name === 'toConfirm' : listNameOf(open[at]!, viewer) === name,
        )
        .toSorted((a, b) => (a[by] ?? '').localeCompare(b[by] ?? ''))
    return {
      toAnswer: inList('toAnswer', 'expiresAt'),
      waiting: inList('waiting', 'expiresAt'),
      coming: inList('coming', 'startsAt'),
      toConfirm: inList('toConfirm', 'startsAt'),
    }
  }

  return {
    async list(actor: string): Promise<MeetingLists> {
      const viewer = await viewing(actor)
      return lists(viewer, ...(await Promise.all([current(viewer), needingAttention(viewer)])))
    },

    /** What is over. The first page begins with what is off because someone was removed. */
    async past(actor: string, cursor?: string): Promise<Page<MeetingListItem>> {
      const viewer = await viewing(actor)
      // The bound depends on the time, and a cursor is valid only for the same query.
      const until = cursor?.slice(0, INSTANT_LENGTH) ?? isoInstant(viewer.now)
      if (Number.isNaN(Date.parse(until))) throw new BadCursor('The cursor was not made by this list')
      const [page, open] = await Promise.all([
        store.find(meetings, {
          contains: withMember(actor),
          orderBy: 'closesAt',
          direction: 'desc',
          range: { lte: until },
          limit: PAGE_SIZE,
          ...(cursor && { cursor: cursor.slice(INSTANT_LENGTH) }),
        }),
        cursor ? [] : current(viewer),
      ])
      const off = open.filter((meeting) => listNameOf(meeting, viewer) === 'past')
      const over = page.items.filter((meeting) => !canConfirm(meeting, viewer))
      const items = await itemsOf(viewer, [...off, ...over])
      return { items, ...(page.next && { next: until + page.next }) }
    },

    /** What the member has to do, and what is coming, for the dashboard. Two queries. */
    async tasksOf(actor: string): Promise<MeetingTasks & Pick<MeetingLists, 'coming'>> {
      const viewer = await viewing(actor)
      const [open, held] = await Promise.all([current(viewer), needingAttention(viewer)])
      const [{ toAnswer, toConfirm, coming }, cardOf] = await Promise.all([
        lists(viewer, open, held),
        cardsIn(viewer, held),
      ])
      const promisesWhere = (isWanted: (promise: MeetingPromise) => boolean, other: 'to' | 'owner') =>
        held
          .flatMap((meeting) =>
            meeting.promises.filter(isWanted).flatMap((promise): PromiseTask[] => {
              const member = cardOf(promise[other])
              return member ? [{ ...promise, meeting: subjectOf(meeting), member }] : []
            }),
          )
          .toSorted((a, b) => a.dueOn.localeCompare(b.dueOn))
      return {
        toVote: toAnswer,
        toConfirm,
        coming,
        /** The member's own, first due first. */
        promises: promisesWhere(({ owner, state }) => owner === actor && state === 'open', 'to'),
        promisesToConfirm: promisesWhere(
          ({ to, state, confirmedAt }) => to === actor && state === 'done' && !confirmedAt,
          'owner',
        ),
        outcomesToConfirm: held.flatMap((meeting) =>
          meeting.outcomes.flatMap((outcome): OutcomeTask[] => {
            const member = cardOf(outcome.from)
            const isWanted = outcome.to === actor && !outcome.confirmedAt
            return member && isWanted ? [{ ...outcome, meeting: subjectOf(meeting), member }] : []
          }),
        ),
      }
    },

    /** Scheduled meetings that start before `until` (ISO instant) and are not over. */
    async scheduled(actor: string, until: string): Promise<MeetingSummary[]> {
      const viewer = await viewing(actor)
      const page = await store.find(meetings, {
        contains: withMember(actor),
        orderBy: 'startsAt',
        range: { gte: isoInstant(viewer.now - MAX_DURATION), lt: until },
        limit: PAGE_SIZE,
      })
      return page.items
        .filter((meeting) => statusOf(meeting, viewer) === 'scheduled' && endOf(meeting) > viewer.now)
        .map((meeting) => summaryOf(meeting, viewer))
    },

    /** Meetings with both, latest proposal first. What a third participant promised or received is left out. */
    async together(actor: string, memberId: string): Promise<MeetingTogether[]> {
      const viewer = await viewing(actor)
      const all = await allOf(store, meetings, {
        contains: withMember(actor),
        orderBy: 'proposedAt',
        direction: 'desc',
      })
      return all
        .filter((meeting) => remaining(meeting).includes(memberId))
        .slice(0, MAX_TOGETHER)
        .map((meeting) => togetherOf(meeting, viewer, [actor, memberId]))
    },
  }
}

const subjectOf = ({ id, purpose }: MeetingDocument) => ({ id, purpose })

function listNameOf(meeting: MeetingDocument, viewer: Command): ListName {
  const { actor, now } = viewer
  const status = statusOf(meeting, viewer)
  if (status === 'scheduled') return 'coming'
  if (status === 'awaitingConfirmation')
    return meeting.confirmations.some(({ member }) => member === actor) ? 'waiting' : 'toConfirm'
  if (!isVoting(meeting, viewer)) return 'past'
  const canChoose = meeting.organiser === actor && awaitsChoice(meeting, viewer)
  return canChoose || !hasVoted(meeting, actor, now) ? 'toAnswer' : 'waiting'
}

export const withMember = (memberId: string) => ({ field: 'participants', value: memberId })
