import type { MeetingDetails } from '#shared/meetings/schema.ts'

export const SLOTS = ['2030-12-03T09:00:00.000Z', '2030-12-04T13:00:00.000Z'] as const

const participant = (id: string, displayName: string, timeZone: string) => ({
  member: { id, displayName },
  timeZone,
  voted: false,
})

/** Ada in Lisbon proposes two slots to Ben in Lisbon and Chi in Tokyo. */
export const proposedMeeting = (more: Partial<MeetingDetails> = {}): MeetingDetails => ({
  id: 'meeting',
  purpose: 'Compare notes on hiring',
  kind: 'advice',
  status: 'proposed',
  durationMinutes: 45,
  version: 1,
  organiser: 'ada',
  participants: [
    { ...participant('ada', 'Ada', 'Europe/Lisbon'), voted: true },
    participant('ben', 'Ben', 'Europe/Lisbon'),
    participant('chi', 'Chi', 'Asia/Tokyo'),
  ],
  departures: [],
  place: '',
  joinUrl: '',
  agenda: [],
  slots: SLOTS.map((startsAt) => ({
    startsAt,
    past: false,
    votes: [{ member: 'ada', vote: 'yes' as const }],
  })),
  expiresAt: '2030-11-30T09:00:00.000Z',
  actions: ['vote', 'decline'],
  notes: { text: '', version: 0 },
  outcomes: [],
  promises: [],
  thanks: [],
  ...more,
})
