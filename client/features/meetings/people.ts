import type { MeetingDetails } from '#shared/meetings.ts'
import { LOCALE } from '#client/lib/time/dates.ts'

type People = Pick<MeetingDetails, 'participants' | 'departures'>

export const othersIn = ({ participants }: Pick<People, 'participants'>, viewerId: string) =>
  participants.flatMap(({ member }) => (member.id === viewerId ? [] : [member]))

/** `you` for the viewer. Those who left keep their names, unless the viewer cannot see them. */
export function referTo(
  { participants, departures }: People,
  memberId: string | undefined,
  viewerId: string,
): string {
  if (memberId === viewerId) return 'you'
  const known = [...participants, ...departures].find(({ member }) => member.id === memberId)
  return known?.member.displayName ?? 'someone who left'
}

export const capitalise = (text: string) => text.charAt(0).toLocaleUpperCase(LOCALE) + text.slice(1)

const listFormat = new Intl.ListFormat(LOCALE)

/** `Ada, Ben and Chi`. */
export const listNames = (names: readonly string[]) => listFormat.format(names)

const MOST_NAMES = 3

/** The heading of a meeting: `Meeting with Ada, Ben and 3 others`. */
export function meetingTitle(others: readonly { displayName: string }[]) {
  const names = others.map(({ displayName }) => displayName)
  if (names.length === 0) return 'Growth meeting'
  if (names.length <= MOST_NAMES) return `Meeting with ${listNames(names)}`
  return `Meeting with ${listNames([...names.slice(0, 2), `${names.length - 2} others`])}`
}
