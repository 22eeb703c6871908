import { formatList } from '#shared/lib/lists.ts'
import * as m from '#shared/meetings/messages.ts'
import type { MeetingDetails } from '#shared/meetings/schema.ts'

type People = Pick<MeetingDetails, 'participants' | 'departures'>

export const othersIn = ({ participants }: Pick<People, 'participants'>, viewerId: string) =>
  participants.flatMap(({ member }) => (member.id === viewerId ? [] : [member]))

/** People who left keep their names, unless the viewer cannot see them. */
const nameOf = ({ participants, departures }: People, memberId: string | undefined) =>
  [...participants, ...departures].find(({ member }) => member.id === memberId)?.member.displayName

/** The values of a text about the person who did something. */
export function doneBy(meeting: People, memberId: string | undefined, viewerId: string) {
  const name = nameOf(meeting, memberId)
  const by = memberId === viewerId ? 'you' : name === undefined ? 'left' : 'other'
  return { by, name: name ?? '' }
}

/** The values of a text about a person who did something for another. */
export function doneFor(meeting: People, { from, to }: { from: string; to: string }, viewerId: string) {
  const [fromName, toName] = [nameOf(meeting, from), nameOf(meeting, to)]
  return {
    viewer: { [from]: 'from', [to]: 'to' }[viewerId] ?? 'other',
    fromStatus: fromName === undefined ? 'left' : 'named',
    from: fromName ?? '',
    toStatus: toName === undefined ? 'left' : 'named',
    to: toName ?? '',
  }
}

const MAX_NAMES = 3

/** `Ada, Ben and 3 others`. */
export const listBriefly = (names: readonly string[]) =>
  formatList(
    names.length <= MAX_NAMES ? names : [...names.slice(0, 2), m.otherPeople({ count: names.length - 2 })],
  )
