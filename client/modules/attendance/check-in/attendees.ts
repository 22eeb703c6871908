import * as m from '#shared/events/messages.ts'
import { locale } from '#shared/lib/language/current.ts'
import { formatNumber } from '#shared/lib/language/numbers.ts'
import { dotted } from '#client/ui/text/dotted.ts'

import type { CheckInListItem, CheckInResult } from './queries.ts'
import type { QueuedCheckIn } from './queue.ts'

/** The part of an item of the list that a check-in needs. */
export interface Attendee {
  member: { id: string; displayName: string }
  guests: number
  checkedInAt?: string
}

/** @typeParam T an item of the server's list, or of the one that this device keeps */
export type Entry<T extends Attendee> = T & {
  /** Whether a check-in or its undo has not been sent yet. */
  isQueued: boolean
}

export type CheckInEntry = Entry<CheckInListItem>

/** Far faster than `localeCompare`: this runs at each check-in, perhaps for thousands. */
const byName = new Intl.Collator(locale())

/** The list with the queued check-ins applied in their order. Sorted by name. */
export function checkInEntries<T extends Attendee>(
  list: readonly T[],
  queued: readonly QueuedCheckIn[],
): Entry<T>[] {
  const queuedOf = Map.groupBy(
    queued.filter(({ rejected }) => !rejected),
    ({ memberId }) => memberId,
  )
  return list
    .map((item) => applyQueued(item, queuedOf.get(item.member.id) ?? []))
    .toSorted((a, b) => byName.compare(a.member.displayName, b.member.displayName))
}

function applyQueued<T extends Attendee>(item: T, queued: readonly QueuedCheckIn[]): Entry<T> {
  const { checkedInAt: savedAt } = item
  const arrivals = new Set(savedAt === undefined ? [] : [savedAt])
  for (const { undo, at } of queued) {
    if (undo === undefined) arrivals.add(at)
    else arrivals.delete(undo)
  }
  // The earliest counts, as on the server.
  const [checkedInAt] = [...arrivals].toSorted()
  const entry = { ...item, isQueued: queued.length > 0 }
  if (checkedInAt === undefined) delete entry.checkedInAt
  else entry.checkedInAt = checkedInAt
  return entry
}

/** Guests are counted when the member who brings them arrives. */
export function headcount(attendees: readonly Attendee[]) {
  const heads = (some: readonly Attendee[]) => some.reduce((sum, { guests }) => sum + 1 + guests, 0)
  return {
    expected: heads(attendees),
    arrived: heads(attendees.filter(({ checkedInAt }) => checkedInAt !== undefined)),
  }
}

/** @param arrival its time */
export type UndoArrival = (memberId: string, name: string, arrival: string) => void

/** Outcome of the last check-in, as shown to the person at the entrance. */
export type Outcome =
  | { kind: 'checkedIn'; name: string; guests: number; queued?: QueuedCheckIn; memberId: string; at: string }
  | { kind: 'alreadyCheckedIn'; name: string; memberId: string; at: string }
  | { kind: 'noSeat'; name: string | undefined }
  | { kind: 'invalidCode' }
  | { kind: 'lookingUp' }
  /** A code that only the server can read, while offline. */
  | { kind: 'queuedCode'; queued?: QueuedCheckIn }
  | { kind: 'undone'; name: string }

/** @param at time of this check-in: if the server has the same one, it was sent twice, and is no second arrival */
export function outcomeOf({ result, member, guests = 0, checkedInAt }: CheckInResult, at: string): Outcome {
  if (result === 'unknownCode') return { kind: 'invalidCode' }
  if (result === 'noSeat' || !member) return { kind: 'noSeat', name: member?.displayName }
  const name = member.displayName
  const isSecond = result === 'alreadyCheckedIn' && checkedInAt !== undefined && !isSameTime(checkedInAt, at)
  return isSecond
    ? { kind: 'alreadyCheckedIn', name, memberId: member.id, at: checkedInAt }
    : { kind: 'checkedIn', name, guests, memberId: member.id, at: checkedInAt ?? at }
}

const isSameTime = (a: string, b: string) => Date.parse(a) === Date.parse(b)

/** @param tables by round; undefined without a plan of tables */
export const tablesLabel = (tables: readonly number[] | undefined) =>
  tables &&
  m.checkInTables({ count: tables.length, tables: dotted(tables.map((table) => formatNumber(table))) })
