import type { MeetingDocument } from '#server/features/meetings/document.ts'
import { withDerived } from '#server/features/meetings/state.ts'

const HOUR = 60 * 60 * 1_000

/**
 * By default half an hour of advice that all participants agreed on yesterday for tomorrow. The first participant is the
 * organiser. For a later `state`, `startsAt` is in the past.
 */
export function meetingDocument(
  id: string,
  participants: string[],
  more: Partial<MeetingDocument> = {},
): MeetingDocument {
  const now = Date.now()
  const inHours = (hours: number) => new Date(now + hours * HOUR).toISOString()
  const isOver = more.state === 'held' || more.state === 'notHeld'
  const startsAt = inHours(isOver ? -24 : 24)
  const votes = participants.map((member) => ({ member, vote: 'yes' as const }))
  const proposedAt = more.proposedAt ?? inHours(-48)
  return withDerived(
    {
      id,
      version: 1,
      sequence: 1,
      changedAt: proposedAt,
      purpose: `Purpose of ${id}`,
      kind: 'advice',
      durationMinutes: 30,
      place: '',
      joinUrl: '',
      agenda: [],
      state: 'scheduled',
      organiser: participants[0] ?? '',
      participants,
      removed: [],
      departures: [],
      proposedAt,
      votingSince: proposedAt,
      slots: [{ startsAt: more.startsAt ?? startsAt, votes }],
      startsAt,
      confirmations: isOver ? participants.map((member) => ({ member, held: more.state === 'held' })) : [],
      notes: { text: '', version: 0 },
      outcomes: [],
      promises: [],
      thanks: [],
      requestHash: '',
      closesAt: inHours(-22),
      attentionOf: [],
      ...more,
    },
    now,
  )
}
