import { MAX_FACES } from '#shared/events/rules.ts'
import type { EventPeople } from '#shared/events/schema.ts'
import type { People } from '#server/modules/people/module.ts'
import { parseJson, type ViewReader } from '#server/views/sql.ts'

import { peopleRows } from './queries.ts'

/** The people of each of these events whom the viewer may see. */
export async function peopleOf(
  views: ViewReader,
  { members }: Pick<People, 'members'>,
  viewerId: string,
  ids: readonly string[],
): Promise<EventPeople[]> {
  const found = peopleRows(views, viewerId, ids, MAX_FACES).map(({ host, connections, going }) => {
    const connected = parseJson(connections)
    const faces = new Set([...connected.slice(0, MAX_FACES), ...parseJson(going)])
    return { host, faces: [...faces].slice(0, MAX_FACES), connectionsGoing: connected.length }
  })
  const shown = new Set(found.flatMap(({ host, faces }) => (host === null ? faces : [host, ...faces])))
  const cards = await members.cards(viewerId, [...shown])
  // The response schema reduces cards to faces.
  const cardById = new Map(cards.map((card) => [card.id, card]))
  return found.map(({ host, faces, connectionsGoing }) => ({
    host: host === null ? undefined : cardById.get(host)!,
    faces: faces.map((id) => cardById.get(id)!),
    connectionsGoing,
  }))
}
