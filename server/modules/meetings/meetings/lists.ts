import type { MeetingPromise } from '#shared/meetings/follow-up.ts'
import type {
  MeetingListItem,
  MeetingLists,
  MeetingTasks,
  MeetingTogether,
  OutcomeTask,
  PromiseTask,
  FoundMeeting,
} from '#shared/meetings/schema.ts'
import type { Page } from '#shared/lib/page.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import type { Store } from '#server/store/port.ts'
import { fingerprint, pageAt } from '#server/views/cursor.ts'
import { prefixesOf } from '#shared/lib/words.ts'

import type { MeetingDocument } from './document/document.ts'
import { currentMeetings, type MeetingRow, meetingsTogether, meetingsWith, pastMeetings } from './queries.ts'
import { type Command, isVoting, statusOf } from './document/state.ts'
import { awaitsChoice, canConfirm, hasVoted, listItemOf, togetherOf } from './viewing.ts'

interface Deps {
  store: Pick<Store, 'views'>
  clock: Clock
}

/** `past` for meetings that are over. */
type ListName = keyof MeetingLists | 'past'

const MAX_TOGETHER = 20

/** A meeting as its viewer sees it, at a time. */
interface Seen extends MeetingRow {
  viewer: Command
}

/** Lists of all meetings of a member. */
export function createMeetingLists({ store, clock }: Deps) {
  async function current(actor: string) {
    const now = clock()
    const rows = currentMeetings(await store.views(), actor, isoInstant(now))
    return rows.map(seenBy(actor, now))
  }

  return {
    list: async (actor: string): Promise<MeetingLists> => listsOf(await current(actor)),

    /**
     * Past meetings. The first page begins with those that are off because a member was removed. @throws BadCursor
     */
    async past(actor: string, cursor?: string): Promise<Page<MeetingListItem>> {
      const query = fingerprint('past-meetings')
      const now = clock()
      const viewing = { memberId: actor, now: isoInstant(now) }
      const views = await store.views()
      const { items, next } = pageAt(cursor, query, (range) => pastMeetings(views, viewing, range))
      return { items: items.map(seenBy(actor, now)).map(itemOf), next }
    },

    /** The member's tasks and upcoming meetings, for the dashboard. */
    async tasksOf(actor: string): Promise<MeetingTasks & Pick<MeetingLists, 'coming'>> {
      const all = await current(actor)
      const { toAnswer, toConfirm, coming } = listsOf(all)
      const held = all.filter(needsAttention).toReversed()
      const promisesWhere = (isWanted: (promise: MeetingPromise) => boolean, other: 'to' | 'owner') =>
        held
          .flatMap(({ meeting, cardOf }) =>
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
        /** The member's own promises, first due first. */
        promises: promisesWhere(({ owner, state }) => owner === actor && state === 'open', 'to'),
        promisesToConfirm: promisesWhere(
          ({ to, state, confirmedAt }) => to === actor && state === 'done' && !confirmedAt,
          'owner',
        ),
        outcomesToConfirm: held.flatMap(({ meeting, cardOf }) =>
          meeting.outcomes.flatMap((outcome): OutcomeTask[] => {
            const member = cardOf(outcome.from)
            const isWanted = outcome.to === actor && !outcome.confirmedAt
            return member && isWanted ? [{ ...outcome, meeting: subjectOf(meeting), member }] : []
          }),
        ),
      }
    },

    /** The member's meetings that a text finds by purpose or people, latest proposal first. */
    async find(actor: string, text: string, rows: number): Promise<FoundMeeting[]> {
      const [first, ...others] = prefixesOf(text)
      if (first === undefined) return []
      const now = clock()
      return meetingsWith(await store.views(), actor, [first, ...others], rows)
        .map(seenBy(actor, now))
        .map(itemOf)
        .map(({ id, purpose, startsAt, others: people }) => ({
          id,
          purpose,
          startsAt,
          people: people.map(({ displayName }) => displayName),
        }))
    },

    /** Meetings with both, latest proposal first. Promises from and to third participants are left out. */
    async together(actor: string, memberId: string): Promise<MeetingTogether[]> {
      const now = clock()
      return meetingsTogether(await store.views(), actor, memberId, MAX_TOGETHER)
        .map(seenBy(actor, now))
        .map(({ meeting, viewer }) => togetherOf(meeting, viewer, [actor, memberId]))
    },
  }
}

const seenBy =
  (actor: string, now: number) =>
  (row: MeetingRow): Seen => ({ ...row, viewer: { actor, now, isPresent: row.isPresent } })

/** Held meetings are listed only while they need confirming. */
function listsOf(all: readonly Seen[]): MeetingLists {
  const byList = Map.groupBy(all, listNameOf)
  const inList = (name: ListName, by: 'expiresAt' | 'startsAt') =>
    (byList.get(name) ?? []).map(itemOf).toSorted((a, b) => (a[by] ?? '').localeCompare(b[by] ?? ''))
  return {
    toAnswer: inList('toAnswer', 'expiresAt'),
    waiting: inList('waiting', 'expiresAt'),
    coming: inList('coming', 'startsAt'),
    toConfirm: inList('toConfirm', 'startsAt'),
  }
}

const itemOf = ({ meeting, viewer, cardOf }: Seen) => listItemOf(meeting, viewer, cardOf)

const needsAttention = ({ meeting, viewer }: Seen) => meeting.attentionOf.includes(viewer.actor)

const subjectOf = ({ id, purpose }: MeetingDocument) => ({ id, purpose })

function listNameOf({ meeting, viewer }: Seen): ListName {
  const { actor, now } = viewer
  const status = statusOf(meeting, viewer)
  if (status === 'scheduled') return 'coming'
  if (status === 'awaitingConfirmation')
    return meeting.confirmations.some(({ member }) => member === actor) ? 'waiting' : 'toConfirm'
  if (canConfirm(meeting, viewer)) return 'toConfirm'
  if (!isVoting(meeting, viewer)) return 'past'
  const canChoose = meeting.organiser === actor && awaitsChoice(meeting, viewer)
  return canChoose || !hasVoted(meeting, actor, now) ? 'toAnswer' : 'waiting'
}
