import { formatList } from '#shared/lib/lists.ts'
import * as m from '#shared/meetings/messages.ts'
import type { MeetingDetails } from '#shared/meetings/schema.ts'
import { locale } from '#shared/lib/language/current.ts'

type People = Pick<MeetingDetails, 'participants' | 'departures'>

export const othersIn = ({ participants }: Pick<People, 'participants'>, viewerId: string) =>
  participants.flatMap(({ member }) => (member.id === viewerId ? [] : [member]))

/** People who left keep their names, unless the viewer cannot see them. */
export function nameOf({ participants, departures }: People, memberId: string | undefined): string {
  const known = [...participants, ...departures].find(({ member }) => member.id === memberId)
  return known?.member.displayName ?? m.someoneWhoLeft()
}

/** The values of a text that begins with the person who did something. */
export const doneBy = (meeting: People, memberId: string | undefined, viewerId: string) => ({
  by: memberId === viewerId ? 'you' : 'other',
  name: capitalise(nameOf(meeting, memberId)),
})

/** The values of a text that begins with the person who did something for another. */
export const doneFor = (meeting: People, { from, to }: { from: string; to: string }, viewerId: string) => ({
  viewer: { [from]: 'from', [to]: 'to' }[viewerId] ?? 'other',
  from: capitalise(nameOf(meeting, from)),
  to: nameOf(meeting, to),
})

const capitalise = (text: string) => text.charAt(0).toLocaleUpperCase(locale()) + text.slice(1)

const MAX_NAMES = 3

/** `Ada, Ben and 3 others`. */
export const listBriefly = (names: readonly string[]) =>
  formatList(
    names.length <= MAX_NAMES ? names : [...names.slice(0, 2), m.otherPeople({ count: names.length - 2 })],
  )
