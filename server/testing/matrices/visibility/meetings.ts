import { DAY } from '#shared/lib/durations.ts'
import { meetings } from '#server/modules/meetings/meetings/collection.ts'
import type { MeetingDocument } from '#server/modules/meetings/meetings/document/document.ts'
import { meetingDocument } from '#server/testing/fixtures/meetings.ts'
import type { Transaction } from '#server/store/port.ts'

/** Makes the ids unique. */
interface Person {
  uid: string
  event: string
}

const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString()

/** Ids of meetings with the person: one held for each pair, and one that each has proposed to the blocker. */
const heldBy = ({ event }: Person) => `held-${event}`
const proposedBy = ({ event }: Person) => `proposed-${event}`
const COMMON = ['of-friend', 'of-blocker', 'proposed-by-blocker', 'over']

export const meetingIds = (...people: Person[]) => [
  ...people.flatMap((person) => [heldBy(person), proposedBy(person)]),
  ...COMMON,
]

/** Meetings in which the blocker and the others see each other: two by two, all together, and with a common friend. */
export function putMeetings(tx: Transaction, blocker: Person, others: readonly Person[], friend: Person) {
  const all = [blocker, ...others].map(({ uid }) => uid)
  const put = (id: string, people: string[], more?: Partial<MeetingDocument>) =>
    tx.put(meetings, meetingDocument(id, people, { place: 'At the printers', ...more }))
  const open = (people: string[], voted: string[]) => ({
    state: 'proposed' as const,
    votingSince: inDays(-1),
    slots: [2, 3].map((days) => ({
      startsAt: inDays(days),
      votes: people.filter((id) => voted.includes(id)).map((member) => ({ member, vote: 'yes' as const })),
    })),
  })
  put('of-friend', [friend.uid, ...all])
  put('of-blocker', all)
  put('proposed-by-blocker', all, open(all, [blocker.uid]))
  put('over', [friend.uid, ...all], { startsAt: inDays(-1) })
  for (const other of others) {
    const pair = [other.uid, blocker.uid]
    const { startsAt: _, ...proposed } = meetingDocument(proposedBy(other), pair, open(pair, pair))
    tx.put(meetings, proposed)
    put(heldBy(other), pair, { state: 'held', ...followUpOf(other.uid, blocker.uid) })
  }
}

/** A follow-up in both directions, open and to be confirmed. */
function followUpOf(one: string, two: string): Partial<MeetingDocument> {
  const at = inDays(-1)
  const directions = [
    [one, two],
    [two, one],
  ] as const
  return {
    notes: { text: 'Paper first', version: 1, changedBy: two, changedAt: at },
    outcomes: directions.map(([from, to], index) => ({
      id: `outcome-${index}`,
      kind: 'referral',
      from,
      to,
      note: '',
      recordedBy: from,
    })),
    promises: directions.flatMap(([owner, to], index) =>
      (['open', 'done'] as const).map((state) => ({
        id: `${state}-${index}`,
        text: 'Send paper',
        owner,
        to,
        dueOn: '2031-01-01',
        state,
      })),
    ),
    thanks: directions.map(([from, to], index) => ({
      id: `thanks-${index}`,
      from,
      to,
      text: 'Thank you',
      at,
    })),
  }
}
