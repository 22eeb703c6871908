import { MAX_FACES } from '#shared/events/rules.ts'
import type { EventPeople, Face } from '#shared/events/schema.ts'
import { parseJson, type ViewReader } from '#server/views/sql.ts'
import { parseCard } from '#server/views/cards.ts'

import { peopleRow } from './queries.ts'

/** The people of each of these events whom the viewer may see. */
export function peopleOf(views: ViewReader, viewerId: string, ids: readonly string[]): EventPeople[] {
  const { people, cards } = peopleRow(views, viewerId, ids, MAX_FACES)
  const faceById = new Map(Object.entries(parseJson(cards)).map(([id, card]) => [id, faceOf(card)]))
  return parseJson(people).map(({ host, connections, connectionsGoing, going }) => ({
    host: host === null ? undefined : faceById.get(host)!,
    faces: [...new Set([...connections, ...going])].slice(0, MAX_FACES).map((id) => faceById.get(id)!),
    connectionsGoing,
  }))
}

function faceOf(json: string): Face {
  const { id, displayName, photo } = parseCard(json)
  return { id, displayName, photo: photo || undefined }
}
