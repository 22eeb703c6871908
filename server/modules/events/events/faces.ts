import { MAX_FACES } from '#shared/events/rules.ts'
import type { EventPeople, Face } from '#shared/events/schema.ts'
import type { MemberCard } from '#shared/people/members.ts'
import type { People } from '#server/modules/people/module.ts'
import type { ViewReader } from '#server/views/sql.ts'

import { peopleRows } from './queries.ts'

/** The people of each of these events whom the viewer may see. */
export async function peopleOf(
  views: ViewReader,
  people: People,
  viewerId: string,
  ids: readonly string[],
): Promise<EventPeople[]> {
  const rows = Map.groupBy(peopleRows(views, viewerId, ids, MAX_FACES), ({ event }) => event)
  const found = ids.map((id) => {
    const of = (wanted: string): string[] =>
      JSON.parse(rows.get(id)?.find(({ role }) => role === wanted)?.ids ?? '[]')
    const connections = of('connection')
    const faces = [...new Set([...connections.slice(0, MAX_FACES), ...of('going')])].slice(0, MAX_FACES)
    return { hosts: of('host'), faces, connectionsGoing: connections.length }
  })
  const shown = new Set(found.flatMap(({ hosts, faces }) => [...hosts, ...faces]))
  const cards = new Map((await people.members.cards(viewerId, [...shown])).map((card) => [card.id, card]))
  const facesOf = (members: readonly string[]) =>
    members.flatMap((id) => {
      const card = cards.get(id)
      return card ? [faceOf(card)] : []
    })
  return found.map(({ hosts, faces, connectionsGoing }) => {
    const [host] = facesOf(hosts)
    return { ...(host && { host }), faces: facesOf(faces), connectionsGoing }
  })
}

const faceOf = ({ id, displayName, photo }: MemberCard): Face => ({
  id,
  displayName,
  ...(photo && { photo }),
})
