import type { CheckInResult } from './queries.ts'
import type { Noted } from './queue/queue.ts'

/** What became of the last person at the door. */
export type Outcome =
  | { kind: 'in'; name: string; guests: number; noted?: Noted; memberId: string }
  | { kind: 'already'; name: string; at: string }
  | { kind: 'noSeat'; name: string | undefined }
  | { kind: 'foreign' }
  /** The server is being asked. */
  | { kind: 'asking' }
  /** A code that only the server can read, for when it can be reached. */
  | { kind: 'kept' }
  | { kind: 'undone'; name: string }

/** As the server has it. @param at when they were noted here: a repetition of the same report is no second arrival */
export function outcomeOf({ result, member, guests = 0, checkedInAt }: CheckInResult, at: string): Outcome {
  if (result === 'unknownCode') return { kind: 'foreign' }
  if (result === 'noSeat' || !member) return { kind: 'noSeat', name: member?.displayName }
  const name = member.displayName
  const isSecond = result === 'alreadyCheckedIn' && checkedInAt !== undefined && !isSameTime(checkedInAt, at)
  return isSecond
    ? { kind: 'already', name, at: checkedInAt }
    : { kind: 'in', name, guests, memberId: member.id }
}

const isSameTime = (a: string, b: string) => Date.parse(a) === Date.parse(b)
