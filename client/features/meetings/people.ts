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

/** `Ada, Ben and 3 others`. */
export const listBriefly = (names: readonly string[]) =>
  listNames(names.length <= MOST_NAMES ? names : [...names.slice(0, 2), `${names.length - 2} others`])

/** The heading of a meeting: `Meeting with Ada, Ben and 3 others`. */
export const meetingTitle = (others: readonly { displayName: string }[]) =>
  others.length === 0
    ? 'Growth meeting'
    : `Meeting with ${listBriefly(others.map(({ displayName }) => displayName))}`
