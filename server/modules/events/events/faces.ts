import { MAX_FACES } from '#shared/events/rules.ts'
import type { EventPeople, Face } from '#shared/events/schema.ts'
import type { ViewReader } from '#server/views/sql.ts'
import { parseCard } from '#server/views/cards.ts'

import { faceRows } from './queries.ts'

/** The people of each of these events whom the viewer may see. */
export function peopleOf(views: ViewReader, viewerId: string, ids: readonly string[]): EventPeople[] {
  const rows = Map.groupBy(faceRows(views, viewerId, ids, MAX_FACES), ({ event }) => event)
  return ids.map((id) => {
    const { host = [], connection = [], going = [] } = Object.groupBy(rows.get(id) ?? [], ({ role }) => role)
    const people = [...connection, ...going].map(faceOf)
    const faces = [...new Map(people.map((face) => [face.id, face])).values()].slice(0, MAX_FACES)
    return {
      ...(host[0] && { host: faceOf(host[0]) }),
      faces,
      connectionsGoing: connection[0]?.total ?? 0,
    }
  })
}

function faceOf({ card }: { card: string }): Face {
  const { id, displayName, photo } = parseCard(card)
  return { id, displayName, ...(photo && { photo }) }
}
