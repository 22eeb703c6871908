import { type AwardKind, type LessReason, RULES_IN_FORCE } from '#shared/prestige-rules.ts'

/** What earns points, for the published rules. */
export const KIND_LABELS: Readonly<Record<AwardKind, { title: string; text: string }>> = {
  referral: {
    title: 'A referral',
    text: 'You recommended someone, and the receiver confirmed that it helped.',
  },
  business: { title: 'Business', text: 'A meeting led to work together, confirmed by the other side.' },
  meetingHeld: { title: 'A growth meeting', text: 'You met, and someone else who was there confirmed it.' },
  eventHosted: {
    title: 'Hosting an event',
    text: 'Enough guests who had RSVP’d were checked in. They count for points, not as people who confirmed.',
  },
  introductionMet: {
    title: 'An introduction',
    text: 'You introduced two people, and both confirmed that they met within 90 days.',
  },
  promiseKept: { title: 'A promise kept', text: 'The person you promised it to confirmed that you did it.' },
  thanks: { title: 'Thanks', text: 'Someone thanked you after a meeting.' },
  eventAttended: {
    title: 'Attending an event',
    text: 'An organiser checked you in. That counts for points, not as a person who confirmed.',
  },
}

/** Before the names of those behind an entry. */
export const confirmedByLabel = (kind: AwardKind) =>
  kind === 'eventHosted' ? 'checked in:' : kind === 'eventAttended' ? 'checked in by' : 'confirmed by'

/** Why an entry counts less than its points. */
export const LESS_LABELS: Readonly<Record<LessReason, string>> = {
  voided: 'Void',
  pending: 'Starts to count on its date',
  expired: 'No longer counts: too long ago',
  samePair: `Reduced: same person within ${RULES_IN_FORCE.samePairDays} days`,
  weeklyCap: 'Over the weekly cap',
}
