import { formatList } from '#shared/lib/lists.ts'
import * as m from '#shared/meetings/messages.ts'
import { CONFIRMATION_OPENS, JOIN_OPENS } from '#shared/meetings/rules.ts'
import type { MeetingDetails } from '#shared/meetings/schema.ts'
import { doneBy, listBriefly, othersIn } from '#client/modules/meetings/meetings/people.ts'
import { endOf, slotLabel } from '#client/modules/meetings/meetings/times.ts'

/** Phase of a scheduled meeting. `joinable`: about to start. */
export type Phase = 'ahead' | 'joinable' | 'running' | 'over'

/** @param now milliseconds */
export function phaseOf(meeting: Pick<MeetingDetails, 'startsAt' | 'durationMinutes'>, now: number): Phase {
  if (!meeting.startsAt) return 'ahead'
  const start = Date.parse(meeting.startsAt)
  if (now < start - JOIN_OPENS) return 'ahead'
  if (now < start) return 'joinable'
  return now < Date.parse(endOf(meeting)) ? 'running' : 'over'
}

/** Time from which participants are asked whether the meeting took place. ISO instant. */
const confirmableAt = (meeting: MeetingDetails) =>
  new Date(Date.parse(endOf(meeting)) + CONFIRMATION_OPENS).toISOString()

interface View {
  viewerId: string
  timeZone: string
  phase: Phase
  /** Formats an instant. */
  moment: (instant: string) => string
}

interface StatusText {
  title: string
  /** The past, the next step, and its deadline. */
  lines: string[]
}

export function statusText(meeting: MeetingDetails, view: View): StatusText {
  const { change } = meeting
  const by = (id: string | undefined) => doneBy(meeting, id, view.viewerId)
  const why = change?.reason ? [`“${change.reason}”`] : []
  switch (meeting.status) {
    case 'proposed':
      return votingText(meeting, view)
    case 'rescheduled': {
      const { title, lines } = votingText(meeting, view)
      return { title, lines: [m.rescheduledBy(by(change?.by ?? meeting.organiser)), ...why, ...lines] }
    }
    case 'scheduled':
      return scheduledText(meeting, view)
    case 'awaitingConfirmation':
      return confirmationText(meeting, view)
    case 'held':
      return { title: m.held(), lines: [confirmedBy(meeting, view)] }
    case 'followedUp':
      return {
        title: meeting.promises.some(awaitsConfirmation) ? m.held() : m.heldResolved(),
        lines: [confirmedBy(meeting, view)],
      }
    case 'notHeld':
      return { title: m.notHeld(), lines: [m.notHeldText()] }
    case 'declined':
      return { title: m.wontTakePlace(), lines: [m.declinedText()] }
    case 'expired':
      return {
        title: m.wontTakePlace(),
        lines: [m.expiredText(), ...(meeting.actions.includes('reschedule') ? [m.expiredNext()] : [])],
      }
    case 'cancelled':
      return {
        title: m.cancelled(),
        lines: change?.by ? [m.cancelledBy(by(change.by)), ...why] : [m.cancelledText()],
      }
  }
}

const awaitsConfirmation = ({ state, confirmedAt }: MeetingDetails['promises'][number]) =>
  state === 'done' && confirmedAt === undefined

/** Participants who have not voted on every slot. */
const missing = ({ participants }: MeetingDetails) =>
  participants.filter(({ voted }) => !voted).map(({ member }) => member)

function votingText(meeting: MeetingDetails, { viewerId, moment }: View): StatusText {
  const open = missing(meeting)
  const isOrganiser = meeting.organiser === viewerId
  const rule = isOrganiser ? m.votingRuleOwn() : m.votingRule(organiserOf(meeting))
  const until = meeting.expiresAt ? m.votingUntil({ date: moment(meeting.expiresAt) }) : m.votingClosed()
  return { title: votingTitle(meeting, open, viewerId), lines: [rule, until] }
}

function votingTitle(meeting: MeetingDetails, open: { id: string; displayName: string }[], viewerId: string) {
  if (open.some(({ id }) => id === viewerId)) return m.votingYours()
  if (open.length > 0) return m.waitingFor({ names: listBriefly(open.map(({ displayName }) => displayName)) })
  return meeting.organiser === viewerId ? m.votingChoose() : m.votingOrganiserChooses(organiserOf(meeting))
}

function organiserOf({ participants, organiser: id }: MeetingDetails) {
  const organiser = participants.find(({ member }) => member.id === id)?.member.displayName ?? ''
  return { named: organiser ? 'yes' : 'no', organiser }
}

function scheduledText(meeting: MeetingDetails, { timeZone, phase, moment }: View): StatusText {
  const slot = slotLabel(meeting.startsAt ?? '', meeting.durationMinutes, timeZone)
  const title = phase === 'over' ? m.scheduledOver() : m.slot(slot)
  const later = m.scheduledLater({ date: moment(confirmableAt(meeting)) })
  if (phase === 'over') return { title, lines: [m.scheduledSlot(slot), later] }
  return { title, lines: phase === 'running' ? [m.scheduledNow(), later] : [] }
}

function confirmationText(meeting: MeetingDetails, { viewerId, moment }: View): StatusText {
  const mine = meeting.participants.find(({ member }) => member.id === viewerId)?.confirmed
  const rule = meeting.confirmUntil
    ? m.confirmRuleUntil({ date: moment(meeting.confirmUntil) })
    : m.confirmRule()
  if (mine === undefined) return { title: m.confirmQuestion(), lines: [rule] }
  return {
    title: mine ? m.confirmedYes() : m.confirmedNo(),
    lines: [rule, ...waitingForAnswers(meeting)],
  }
}

function waitingForAnswers({ participants }: MeetingDetails) {
  const names = participants.flatMap(({ member, confirmed }) =>
    confirmed === undefined ? [member.displayName] : [],
  )
  return names.length > 0 ? [m.confirmWaiting({ names: listBriefly(names) })] : []
}

function confirmedBy(meeting: MeetingDetails, { viewerId }: View) {
  const confirmed = meeting.participants.filter((each) => each.confirmed)
  const others = othersIn({ participants: confirmed }, viewerId).map(({ displayName }) => displayName)
  const names = confirmed.length > others.length ? [m.heldYou(), ...others] : others
  return names.length > 0 ? m.heldConfirmedBy({ names: formatList(names) }) : m.heldConfirmed()
}
