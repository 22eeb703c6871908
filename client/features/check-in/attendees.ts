import type { Noted } from './queue/queue.ts'
import type { Seated } from './queries.ts'

export interface CheckInEntry extends Seated {
  /** The server has yet to hear of it, or of its undoing. */
  waiting: boolean
}

/** Far faster than `localeCompare`: this runs at each arrival, perhaps for thousands. */
const byName = new Intl.Collator('en')

/** The server's list, and on top what was noted here since, in its order. Sorted by name. */
export function checkInEntries(list: readonly Seated[], noted: readonly Noted[]): CheckInEntry[] {
  const since = Map.groupBy(
    noted.filter(({ refused }) => !refused),
    ({ memberId }) => memberId,
  )
  return list
    .map((seated) => withNoted(seated, since.get(seated.member.id) ?? []))
    .toSorted((a, b) => byName.compare(a.member.displayName, b.member.displayName))
}

function withNoted(seated: Seated, since: readonly Noted[]): CheckInEntry {
  const { checkedInAt, ...rest } = seated
  const arrivedAt = since.reduce(
    // The earliest time counts, as on the server.
    (before, { undo, at }) => (undo ? undefined : before !== undefined && before < at ? before : at),
    checkedInAt,
  )
  return { ...rest, waiting: since.length > 0, ...(arrivedAt && { checkedInAt: arrivedAt }) }
}

/** Guests come and are counted with whoever brings them. */
export function headcount(people: readonly CheckInEntry[]) {
  const heads = (some: readonly CheckInEntry[]) => some.reduce((sum, { guests }) => sum + 1 + guests, 0)
  return {
    expected: heads(people),
    arrived: heads(people.filter(({ checkedInAt }) => checkedInAt !== undefined)),
  }
}
