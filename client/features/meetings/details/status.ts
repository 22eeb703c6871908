import { CONFIRMATION_OPENS, JOIN_OPENS } from '#shared/meeting-rules.ts'
import type { MeetingDetails } from '#shared/meetings.ts'
import { capitalise, listBriefly, listNames, othersIn, referTo } from '#client/features/meetings/people.ts'
import { endOf, slotLabel } from '#client/features/meetings/times.ts'

/** Where a scheduled meeting is. `joinable`: about to start. */
export type Phase = 'ahead' | 'joinable' | 'running' | 'over'

/** @param now milliseconds */
export function phaseOf(meeting: Pick<MeetingDetails, 'startsAt' | 'durationMinutes'>, now: number): Phase {
  if (!meeting.startsAt) return 'ahead'
  const start = Date.parse(meeting.startsAt)
  if (now < start - JOIN_OPENS) return 'ahead'
  if (now < start) return 'joinable'
  return now < Date.parse(endOf(meeting)) ? 'running' : 'over'
}

/** From then on participants are asked whether the meeting took place. ISO instant. */
const confirmableAt = (meeting: MeetingDetails) =>
  new Date(Date.parse(endOf(meeting)) + CONFIRMATION_OPENS).toISOString()

interface View {
  viewerId: string
  timeZone: string
  phase: Phase
  /** An instant as text. */
  moment: (instant: string) => string
}

interface StatusText {
  title: string
  /** What happened, what happens next, and until when. */
  lines: string[]
}

const WONT_TAKE_PLACE = 'This meeting won’t take place'
const NOT_VOTING = 'Votes are closed.'

export function statusText(meeting: MeetingDetails, view: View): StatusText {
  const { change } = meeting
  const by = (id: string | undefined) => referTo(meeting, id, view.viewerId)
  const why = change?.reason ? [`“${change.reason}”`] : []
  switch (meeting.status) {
    case 'proposed':
      return votingText(meeting, view)
    case 'rescheduled': {
      const { title, lines } = votingText(meeting, view)
      const who = capitalise(by(change?.by ?? meeting.organiser))
      return { title, lines: [`${who} cancelled the earlier time and proposed new ones.`, ...why, ...lines] }
    }
    case 'scheduled':
      return scheduledText(meeting, view)
    case 'awaitingConfirmation':
      return confirmationText(meeting, view)
    case 'held':
      return { title: 'This meeting took place', lines: [confirmedBy(meeting, view)] }
    case 'followedUp':
      return {
        title: 'This meeting took place, and every promise is resolved',
        lines: [confirmedBy(meeting, view)],
      }
    case 'notHeld':
      return { title: 'This meeting didn’t take place', lines: ['Fewer than two people confirmed it.'] }
    case 'declined':
      return { title: WONT_TAKE_PLACE, lines: ['Too few people can come.'] }
    case 'expired':
      return { title: WONT_TAKE_PLACE, lines: ['No time was chosen before voting ended.'] }
    case 'cancelled':
      return {
        title: 'This meeting was cancelled',
        lines: change?.by
          ? [`${capitalise(by(change.by))} cancelled it.`, ...why]
          : ['Too few people were left.'],
      }
  }
}

/** Those who have not voted on every slot. */
const missing = ({ participants }: MeetingDetails) =>
  participants.filter(({ voted }) => !voted).map(({ member }) => member)

function votingText(meeting: MeetingDetails, { viewerId, moment }: View): StatusText {
  const open = missing(meeting)
  const isOrganiser = meeting.organiser === viewerId
  const rule = isOrganiser
    ? 'It’s scheduled as soon as everyone says yes to the same time. You can also choose one now.'
    : `It’s scheduled as soon as everyone says yes to the same time, or when ${organiserOf(meeting)} chooses one.`
  const until = meeting.expiresAt
    ? `Voting ends ${moment(meeting.expiresAt)}. Without a time by then, the meeting won’t take place.`
    : NOT_VOTING
  return { title: votingTitle(meeting, open, viewerId), lines: [rule, until] }
}

function votingTitle(meeting: MeetingDetails, open: { id: string; displayName: string }[], viewerId: string) {
  if (open.some(({ id }) => id === viewerId)) return 'Which times suit you?'
  if (open.length > 0) return `Waiting for ${listBriefly(open.map(({ displayName }) => displayName))}`
  return meeting.organiser === viewerId
    ? 'Everyone has answered. Choose a time'
    : `Everyone has answered. ${capitalise(organiserOf(meeting))} chooses a time`
}

const organiserOf = ({ participants, organiser }: MeetingDetails) =>
  participants.find(({ member }) => member.id === organiser)?.member.displayName ?? 'the organiser'

function scheduledText(meeting: MeetingDetails, { timeZone, phase, moment }: View): StatusText {
  const { days, times } = slotLabel(meeting.startsAt ?? '', meeting.durationMinutes, timeZone)
  const title = phase === 'over' ? 'This meeting has ended' : `${days}, ${times}`
  const later = `From ${moment(confirmableAt(meeting))} everyone is asked whether it took place.`
  if (phase === 'over') return { title, lines: [`${days}, ${times}.`, later] }
  return { title, lines: phase === 'running' ? ['Happening now.', later] : [] }
}

function confirmationText(meeting: MeetingDetails, { viewerId, moment }: View): StatusText {
  const mine = meeting.participants.find(({ member }) => member.id === viewerId)?.confirmed
  const until = meeting.confirmUntil ? `, until ${moment(meeting.confirmUntil)}` : ''
  const rule = `It counts once two of you confirm it${until}.`
  if (mine === undefined) return { title: 'Did this meeting take place?', lines: [rule] }
  return {
    title: mine ? 'You confirmed that you met' : 'You said that it didn’t happen',
    lines: [rule, ...waitingForAnswers(meeting)],
  }
}

function waitingForAnswers({ participants }: MeetingDetails) {
  const names = participants.flatMap(({ member, confirmed }) =>
    confirmed === undefined ? [member.displayName] : [],
  )
  return names.length > 0 ? [`Waiting for ${listBriefly(names)}.`] : []
}

function confirmedBy(meeting: MeetingDetails, { viewerId }: View) {
  const confirmed = meeting.participants.filter((each) => each.confirmed)
  const others = othersIn({ participants: confirmed }, viewerId).map(({ displayName }) => displayName)
  const names = confirmed.length > others.length ? ['you', ...others] : others
  return names.length > 0 ? `Confirmed by ${listNames(names)}.` : 'Its participants confirmed it.'
}
