import { type RosterFilter, RSVP_STATES } from '#shared/event-rules.ts'
import { cursorOf, inOrder, positionOf } from '#server/search/cursor.ts'
import { fold, isFoundBy, wordsOf } from '#server/search/words.ts'

import type { RosterLine } from './roster-entries.ts'

export interface RosterQuery {
  filter?: RosterFilter
  q?: string
  cursor?: string
}

type NameOf = (memberId: string) => string

/** Those who run a door look through many at once. */
const PAGE = 100

/** By answer, the waitlist in its order, everyone else by name. */
export const inRosterOrder = (lines: readonly RosterLine[], nameOf: NameOf) =>
  lines.map((line) => ({ line, id: line.member, key: sortKey(line, nameOf(line.member)) })).toSorted(inOrder)

/** @throws BadCursor */
export function pageOfRoster(
  lines: readonly RosterLine[],
  { filter, q = '', cursor }: RosterQuery,
  nameOf: NameOf,
) {
  const words = wordsOf(q)
  const after = cursor === undefined ? undefined : positionOf(cursor)
  const wanted = lines.filter((line) => isKept(line, filter) && isFoundBy(words, nameOf(line.member)))
  const rest = inRosterOrder(wanted, nameOf).filter((place) => !after || inOrder(place, after) > 0)
  const shown = rest.slice(0, PAGE)
  const last = shown.at(-1)
  return {
    lines: shown.map(({ line }) => line),
    ...(last && rest.length > PAGE && { next: cursorOf(last) }),
  }
}

function isKept({ state, checkedInAt, noShow }: RosterLine, filter: RosterFilter | undefined) {
  if (filter === 'checkedIn') return checkedInAt !== undefined
  if (filter === 'noShow') return noShow
  return filter === undefined || state === filter
}

const sortKey = ({ state, position = 0 }: RosterLine, name: string) =>
  `${RSVP_STATES.indexOf(state)}${String(position).padStart(6, '0')}${fold(name)}`
