import { MAX_FACES } from '#shared/events/rules.ts'
import type { EventPeople, Face } from '#shared/events/schema.ts'
import type { MemberCard } from '#shared/people/members.ts'
import { parseJson, type ViewReader } from '#server/views/sql.ts'

import { peopleRows } from './queries.ts'

interface PeopleIds {
  /** At most one. */
  host: readonly string[]
  faces: readonly string[]
  connectionsGoing: number
}

/** Ids of the people of each of these events whom the viewer may see. `peopleFrom` needs their cards. */
export const peopleIds = (views: ViewReader, viewerId: string, eventIds: readonly string[]) =>
  peopleRows(views, viewerId, eventIds, MAX_FACES).map(
    ({ host, connections, connectionsGoing, going }): PeopleIds => ({
      host: host === null ? [] : [host],
      faces: [...new Set([...parseJson(connections), ...parseJson(going)])].slice(0, MAX_FACES),
      connectionsGoing,
    }),
  )

/** @param cards the viewer's view of these people, by id; without some who meanwhile became invisible */
export function peopleFrom(
  { host, faces, connectionsGoing }: PeopleIds,
  cards: ReadonlyMap<string, MemberCard>,
): EventPeople {
  const facesOf = (ids: readonly string[]) => ids.flatMap((id) => faceOf(cards.get(id)))
  const [first] = facesOf(host)
  return { ...(first && { host: first }), faces: facesOf(faces), connectionsGoing }
}

function faceOf(card: MemberCard | undefined): Face[] {
  if (!card) return []
  const { id, displayName, photo } = card
  return [{ id, displayName, ...(photo && { photo }) }]
}
