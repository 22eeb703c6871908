import { OUTCOME_LABELS, type ReportKind, type ReportOutcome } from '#shared/report-rules.ts'
import type { NotificationTopic } from '#shared/notification-topics.ts'

interface Parts {
  /** The name of who caused it. */
  name: string
  data: Readonly<Record<string, string | undefined>>
}

const REPORTED: Readonly<Record<ReportKind, string>> = {
  profile: 'a profile',
  photo: 'a photo',
  event: 'an event',
  cover: 'an event’s cover',
  announcement: 'an announcement',
  note: 'a request note',
}
const OWN: Readonly<Record<ReportKind, string>> = {
  profile: 'your profile',
  photo: 'your photo',
  event: 'your event',
  cover: 'the cover of your event',
  announcement: 'your announcement',
  note: 'the note of your request',
}

function introduction({ name, data: { news } }: Parts) {
  switch (news) {
    case 'connected':
      return `You and ${name} both accepted an introduction. You’re connected and can pick a time to meet.`
    case 'meetAgain':
      return `You and ${name} would both like to meet again. You’re connected and can pick a time.`
    case 'accepted':
      return `${name} and the member you introduced them to both accepted. They’re connected.`
    default:
      return `${name} would like to introduce you to someone.`
  }
}

function meetingChanged({ name, data: { purpose, news, change, place } }: Parts) {
  switch (news) {
    case 'place':
      return place
        ? `Your growth meeting has a new place: ${purpose}, ${place}`
        : `Your growth meeting has no place yet: ${purpose}`
    case 'joinUrl':
      return `Your growth meeting has a new join link: ${purpose}`
    case 'noJoinUrl':
      return `Your growth meeting no longer has a join link: ${purpose}`
    case 'accountDeleted':
      return `A participant of your growth meeting deleted their account: ${purpose}`
    case 'left':
    case 'declined':
      return `${name} ${news} your growth meeting: ${purpose}`
    default:
      return `Your growth meeting was ${change}: ${purpose}`
  }
}

/** What happened, for the member who is notified. Each topic says which `data` it needs. */
const SENTENCES: Record<NotificationTopic, (parts: Parts) => string> = {
  connectionRequest: ({ name }) => `${name} wants to connect.`,
  connectionAccepted: ({ name }) => `${name} accepted your request. You’re connected.`,
  newEvent: ({ data: { title } }) => `New event: ${title}`,
  eventChanged: ({ data: { title, when } }) =>
    when ? `New time or place: ${title}, ${when}` : `The time or place of ${title} has changed.`,
  eventCancelled: ({ data: { title, reason } }) => `${title} is cancelled. ${reason ?? ''}`.trim(),
  eventReminder: ({ data: { title, within } }) => `${title} starts in ${within}.`,
  seatOffered: ({ data: { title } }) =>
    `There is a seat for you: ${title}. Claim it before the offer expires.`,
  seatPromoted: ({ data: { title } }) => `A seat opened up: you’re going to ${title}.`,
  passedOver: ({ data: { title, reason } }) =>
    `Someone behind you on the waitlist got a seat at ${title}: ${reason}`,
  addedToEvent: ({ name, data: { title, state } }) =>
    state === 'waitlisted'
      ? `${name} put you on the waitlist for ${title}.`
      : `${name} added you to ${title}: you’re going.`,
  removedFromEvent: ({ data: { title, reason } }) => `An organiser removed you from ${title}: ${reason}`,
  organiserMessage: ({ name, data: { title, text } }) => `${name} about ${title}: ${text}`,
  // Without a text for a member who blocked its author.
  announcement: ({ data: { title, text } }) =>
    text === undefined
      ? `${title}: an announcement from someone you blocked. Open the event to read it.`
      : `${title}: ${text}`,
  meetingProposed: ({ name, data: { purpose, news } }) =>
    news === 'choice'
      ? `Everyone has voted, and no time suits all. Choose one: ${purpose}`
      : `${name} proposed a growth meeting: ${purpose}`,
  meetingScheduled: ({ data: { purpose } }) => `Your growth meeting is scheduled: ${purpose}`,
  meetingChanged,
  meetingReminder: ({ data: { purpose, within } }) => `Your growth meeting starts in ${within}: ${purpose}`,
  meetingConfirm: ({ data: { purpose } }) => `Did your growth meeting take place? ${purpose}`,
  promiseDue: ({ data: { text, due, purpose, news } }) =>
    news === 'promisesEnded'
      ? `Promises have ended because someone deleted their account, in your growth meeting: ${purpose}`
      : `Your promise is due ${due}: ${text}`,
  thanks: ({ name, data: { text } }) => `${name} thanked you: ${text}`,
  prestigeChanged: ({ data: { change } }) => change ?? '',
  introduction,
  newRsvps: ({ data: { title, answers } }) => `New RSVPs for ${title}: ${answers}`,
  organiserChanged: ({ data: { title, change } }) =>
    change === 'assigned'
      ? `You’re now the organiser of ${title}.`
      : `An admin chose another organiser for ${title}.`,
  memberAwaitsApproval: () => 'Someone new is waiting for approval.',
  consentRequested: () => 'Someone asks to join with an invitation that was sent to another address.',
  memberApproved: ({ data: { note } }) => `Your membership is approved. ${note ?? ''}`.trim(),
  memberDeclined: ({ data: { note } }) => `Your membership wasn’t approved. ${note ?? ''}`.trim(),
  reportReceived: ({ data: { kind } }) => `New report about ${REPORTED[kind as ReportKind]}.`,
  reportDecided: ({ data: { kind, outcome } }) =>
    `Your report about ${REPORTED[kind as ReportKind]}: ${OUTCOME_LABELS[outcome as ReportOutcome]}`,
  contentHidden: ({ data: { kind, text } }) => `An admin has hidden ${OWN[kind as ReportKind]}: ${text}`,
  clientErrorRegressed: ({ data: { error, release } }) =>
    `An error that was resolved is back in ${release}: ${error}`,
  warning: ({ data: { text } }) => `An admin has warned you: ${text}`,
}

/** Composed when it is read, so that a name that may no longer be seen is not. */
export const sentenceOf = (topic: NotificationTopic, parts: Parts) => SENTENCES[topic](parts)
