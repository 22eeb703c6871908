import type { MeetingKind, MeetingStatus, OutcomeKind, Vote } from './meeting-rules.ts'

export const MEETING_KIND_NAMES: Record<MeetingKind, string> = {
  introduction: 'Introduction',
  referral: 'Referral',
  advice: 'Advice',
  mentoring: 'Mentoring',
}

export const MEETING_STATUS_NAMES: Record<MeetingStatus, string> = {
  proposed: 'Proposed',
  rescheduled: 'New times proposed',
  scheduled: 'Scheduled',
  awaitingConfirmation: 'Awaiting confirmation',
  held: 'Held',
  followedUp: 'Followed up',
  notHeld: 'Didn’t take place',
  declined: 'Declined',
  expired: 'Expired',
  cancelled: 'Cancelled',
}

export const VOTE_NAMES: Record<Vote, string> = { yes: 'Yes', ifNeeded: 'If needed', no: 'No' }

export const OUTCOME_NAMES: Record<OutcomeKind, string> = {
  introduction: 'Introduction',
  referral: 'Referral',
  advice: 'Advice',
  business: 'Business',
}
