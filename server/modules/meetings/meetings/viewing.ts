import * as m from '#shared/meetings/messages.ts'
import type { MeetingAction, MeetingStatus } from '#shared/meetings/rules.ts'
import type {
  MeetingDetails,
  MeetingListItem,
  MeetingSummary,
  MeetingTogether,
} from '#shared/meetings/schema.ts'
import type { MemberCard } from '#shared/people/members.ts'
import { isoInstant } from '#server/lib/clock.ts'
import { keysOf } from '#shared/lib/records.ts'

import type { MeetingDocument } from './document/document.ts'
import { isHeld } from './follow-up/follow-up.ts'
import {
  canReopen,
  type Command,
  confirmUntil,
  expiryOf,
  isComing,
  isHiddenCancellation,
  isVoting,
  present,
  shownParticipants,
  statusOf,
} from './document/state.ts'

/** The viewer's visible data of participants and of those who left, in any order. */
export interface Visible {
  /** Includes former members. */
  cards: readonly MemberCard[]
  /** IANA names. */
  zones: readonly { memberId: string; timeZone: string }[]
  /** The event from which the meeting results. */
  event?: { id: string; title: string } | undefined
}

export function summaryOf(meeting: MeetingDocument, viewer: Command): MeetingSummary {
  const { id, purpose, kind, durationMinutes, startsAt } = meeting
  const status = statusOf(meeting, viewer)
  const hasTime =
    hasAgreedTime(meeting) && !isVoting(meeting, viewer) && !isHiddenCancellation.of(meeting, viewer)
  return { id, purpose, kind, status, durationMinutes, startsAt: hasTime ? startsAt : undefined }
}

/** After rescheduling, the earlier time, which calendars still have to remove, is not among the slots. */
const hasAgreedTime = ({ state, slots, startsAt }: MeetingDocument) =>
  startsAt !== undefined &&
  (!['cancelled', 'expired', 'declined'].includes(state) || slots.some((slot) => slot.startsAt === startsAt))

export function listItemOf(
  meeting: MeetingDocument,
  viewer: Command,
  cardOf: (memberId: string) => MemberCard | undefined,
): MeetingListItem {
  const summary = summaryOf(meeting, viewer)
  const isOpen = isVoting(meeting, viewer)
  const isEnded = ENDED.includes(summary.status) && !isHiddenCancellation.of(meeting, viewer)
  return {
    ...summary,
    organised: meeting.organiser === viewer.actor,
    others: othersIn(meeting, viewer).flatMap((memberId) => cardOf(memberId) ?? []),
    endedAt: isEnded ? meeting.closesAt : undefined,
    expiresAt: isOpen ? isoInstant(expiryOf(meeting)) : undefined,
    slots: isOpen ? meeting.slots.length : undefined,
  }
}

const ENDED: readonly MeetingStatus[] = ['declined', 'cancelled', 'expired']

/** The names in a list. A meeting that the last guest left is still a meeting with them. */
function othersIn(meeting: MeetingDocument, viewer: Pick<Command, 'actor' | 'isPresent' | 'now'>) {
  const others = shownParticipants(meeting, viewer).filter((memberId) => memberId !== viewer.actor)
  if (others.length > 0 || isHiddenCancellation.of(meeting, viewer)) return others
  return meeting.departures.map(({ member }) => member)
}

/** Whether the member has voted on every slot that has not begun. */
export const hasVoted = ({ slots }: MeetingDocument, memberId: string, now: number) =>
  slots.every(
    ({ startsAt, votes }) => Date.parse(startsAt) <= now || votes.some(({ member }) => member === memberId),
  )

/** Whether everyone has voted without agreeing on a time, so that the organiser has to choose one. */
export const awaitsChoice = (meeting: MeetingDocument, viewer: Command) =>
  isVoting(meeting, viewer) && present(meeting, viewer).every((id) => hasVoted(meeting, id, viewer.now))

export function detailsOf(
  meeting: MeetingDocument,
  viewer: Command,
  { cards, zones, event }: Visible,
): MeetingDetails {
  const { now } = viewer
  const status = statusOf(meeting, viewer)
  const isOff = isHiddenCancellation.of(meeting, viewer)
  const cardOf = (memberId: string) => cards.filter(({ id }) => id === memberId)
  const shown = shownParticipants(meeting, viewer)
  const inAnswer = [...shown, ...meeting.departures.map(({ member }) => member)]
  const visible = new Set(inAnswer.flatMap(cardOf).map(({ id }) => id))
  const { change, notes, source } = meeting
  return {
    ...summaryOf(meeting, viewer),
    version: meeting.version,
    organiser: visible.has(meeting.organiser) ? meeting.organiser : undefined,
    participants: shown.flatMap(cardOf).map((member) => {
      const zone = zones.find(({ memberId }) => memberId === member.id)
      const confirmation = meeting.confirmations.find((each) => each.member === member.id)
      return {
        member,
        timeZone: zone?.timeZone,
        voted: hasVoted(meeting, member.id, now),
        confirmed: confirmation?.held,
      }
    }),
    departures: meeting.departures.flatMap(({ member: memberId, reason, at }) =>
      isOff ? [] : cardOf(memberId).map((member) => ({ member, reason, at })),
    ),
    ...(isOff
      ? { place: '', joinUrl: '', agenda: [] }
      : { place: meeting.place, joinUrl: meeting.joinUrl, agenda: meeting.agenda }),
    slots: isVoting(meeting, viewer)
      ? meeting.slots.map(({ startsAt, votes }) => ({
          startsAt,
          votes: votes.filter(({ member }) => visible.has(member)),
          past: Date.parse(startsAt) <= now,
        }))
      : [],
    expiresAt: isVoting(meeting, viewer) ? isoInstant(expiryOf(meeting)) : undefined,
    confirmUntil: status === 'awaitingConfirmation' ? isoInstant(confirmUntil(meeting)) : undefined,
    change: change && !isOff ? withoutHidden(change, 'by', visible) : undefined,
    source,
    event,
    actions: actionsOf(meeting, viewer),
    ...followUpOf({ ...meeting, notes: withoutHidden(notes, 'changedBy', visible) }, visible, isOff),
  }
}

/** Removes the id of a member whom the viewer cannot see. */
function withoutHidden<K extends string, T extends Partial<Record<K, string>>>(
  of: T,
  key: K,
  visible: ReadonlySet<string>,
): T {
  const { [key]: memberId, ...rest } = of
  return memberId === undefined || visible.has(memberId) ? of : (rest as unknown as T)
}

function followUpOf(meeting: MeetingDocument, visible: ReadonlySet<string>, isOff: boolean) {
  if (isOff) return { notes: { text: '', version: 0 }, outcomes: [], promises: [], thanks: [] }
  return {
    notes: meeting.notes,
    outcomes: meeting.outcomes
      .filter(({ from, to }) => visible.has(from) && visible.has(to))
      .map((outcome) => ({
        ...outcome,
        recordedBy: visible.has(outcome.recordedBy) ? outcome.recordedBy : outcome.to,
      })),
    promises: meeting.promises
      .filter(({ owner, to }) => visible.has(owner) && visible.has(to))
      .map((promise) =>
        promise.state === 'dropped' ? { reason: m.promiseAccountDeleted(), ...promise } : promise,
      ),
    thanks: meeting.thanks.filter(({ from, to }) => visible.has(from) && visible.has(to)),
  }
}

function actionsOf(meeting: MeetingDocument, viewer: Command): MeetingAction[] {
  const { actor } = viewer
  const organises = meeting.organiser === actor
  const voting = isVoting(meeting, viewer)
  const coming = isComing(meeting, viewer)
  const actions: Record<MeetingAction, boolean> = {
    vote: voting,
    choose: voting && organises,
    edit: (voting || coming) && organises,
    reschedule: (coming && organises) || canReopen(meeting, viewer),
    cancel: (voting || coming) && organises,
    decline: voting && !organises,
    leave: coming && !organises,
    confirm: canConfirm(meeting, viewer),
    followUp: isHeld(meeting, viewer),
  }
  return keysOf(actions).filter((action) => actions[action])
}

/** Members who have not answered yet can still confirm a held meeting. */
export function canConfirm(meeting: MeetingDocument, viewer: Command) {
  const { actor, now } = viewer
  const status = statusOf(meeting, viewer)
  if (status === 'awaitingConfirmation') return true
  const hasAnswered = meeting.confirmations.some(({ member }) => member === actor)
  return (status === 'held' || status === 'followedUp') && !hasAnswered && now < confirmUntil(meeting)
}

/** Outcomes between two of the participants. */
export function togetherOf(
  meeting: MeetingDocument,
  viewer: Command,
  pair: readonly [string, string],
): MeetingTogether {
  const both = (one: string, other: string) => pair.includes(one) && pair.includes(other)
  const promises = meeting.promises.filter(({ owner, to }) => both(owner, to))
  return {
    ...summaryOf(meeting, viewer),
    outcomes: meeting.outcomes.filter(({ from, to, confirmedAt }) => confirmedAt && both(from, to)),
    openPromises: promises.filter(({ state }) => state === 'open'),
    keptPromises: promises.filter(({ state }) => state === 'done'),
    thanks: meeting.thanks.filter(({ from, to }) => both(from, to)),
  }
}
