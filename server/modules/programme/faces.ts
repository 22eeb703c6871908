import { MAX_FACES } from '#shared/events/rules.ts'
import type { EventPeople } from '#shared/events/schema.ts'
import type { MemberCard } from '#shared/people/members.ts'
import type { People } from '#server/modules/people/module.ts'
import { parseJson, type ViewReader } from '#server/views/sql.ts'

import { connectionsGoing, firstGoing } from './queries.ts'

interface Hosted {
  id: string
  startsAt: string
  hosts: readonly string[]
}

/**
 * The people of each of these events whom the viewer may see, and cards of the visible hosts, connections and `others`.
 */
export async function peopleOf(
  views: ViewReader,
  { members }: Pick<People, 'members'>,
  viewerId: string,
  events: readonly Hosted[],
  others: readonly string[] = [],
): Promise<{ people: EventPeople[]; cards: readonly MemberCard[] }> {
  const going = firstGoing(
    views,
    viewerId,
    events.map(({ id }) => id),
    MAX_FACES,
  )
  const connected = new Map(
    connectionsGoing(views, viewerId, events).map(({ event, members: ids }) => [event, parseJson(ids)]),
  )
  const found = events.map(({ id, hosts }) => {
    const connections = connected.get(id) ?? []
    return { hosts, connections: connections.slice(0, MAX_FACES), connectionsGoing: connections.length }
  })
  const named = found.flatMap(({ hosts, connections }) => [...hosts, ...connections])
  const cards = await members.cards(viewerId, [...new Set([...named, ...others])])
  // The response schema reduces cards to faces.
  const cardById = new Map(cards.map((card) => [card.id, card]))
  const shown = found.map(({ hosts, connections, connectionsGoing: count }, at) => {
    const faces = connections.map((id) => cardById.get(id)!)
    const more = going[at]!.filter(({ id }) => !connections.includes(id))
    return {
      host: hosts.flatMap((id) => cardById.get(id) ?? []).find(({ former }) => !former),
      faces: [...faces, ...more].slice(0, MAX_FACES),
      connectionsGoing: count,
    }
  })
  return { people: shown, cards }
}
