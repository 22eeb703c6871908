import type { MeetingStatus, OutcomeKind, PromiseState } from '#shared/meeting-rules.ts'
import type { MeetingSummary } from '#shared/meetings.ts'

import type { MeetingDocument } from './document.ts'
import { withDerived } from './state.ts'

/** Sample data only: in this version nobody could create meetings. */
export interface Version1 extends MeetingSummary {
  participants: string[]
  proposedAt: string
  outcomes?: OutcomeKind[]
  promises?: { text: string; owner: string; dueOn: string; state: PromiseState }[]
}

const STATES: Partial<Record<MeetingStatus, MeetingDocument['state']>> = {
  scheduled: 'scheduled',
  awaitingConfirmation: 'scheduled',
  held: 'held',
  followedUp: 'held',
  notHeld: 'notHeld',
  declined: 'declined',
  cancelled: 'cancelled',
}

/** Proposals without slots cannot be answered, so they have expired. */
export function fromVersion1({
  status,
  outcomes = [],
  promises = [],
  ...meeting
}: Version1): MeetingDocument {
  const { proposedAt, startsAt, participants } = meeting
  const state = STATES[status] ?? 'expired'
  const [organiser = '', other = ''] = participants
  const closesAt = startsAt ?? proposedAt
  return withDerived(
    {
      ...meeting,
      version: 1,
      sequence: 0,
      changedAt: proposedAt,
      place: '',
      joinUrl: '',
      agenda: [],
      state,
      organiser,
      removed: [],
      departures: [],
      votingSince: proposedAt,
      slots: [],
      confirmations: state === 'held' ? participants.map((member) => ({ member, held: true })) : [],
      notes: { text: '', version: 0 },
      outcomes: outcomes.map((kind, at) => ({
        id: String(at),
        kind,
        from: organiser,
        to: other,
        note: '',
        recordedBy: other,
        confirmedAt: closesAt,
      })),
      promises: promises.map((promise, at) => ({
        ...promise,
        id: String(at),
        to: participants.find((member) => member !== promise.owner) ?? organiser,
      })),
      thanks: [],
      requestHash: '',
      closesAt,
      attentionOf: [],
    },
    Date.parse(closesAt),
  )
}
