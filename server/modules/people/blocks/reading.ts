import { joinedId } from '#server/store/joined-id.ts'
import type { BlocksBetween } from '#server/modules/people/relationships/types.ts'
import type { Reader } from '#server/store/port.ts'

import { blocks } from './collection.ts'

export const blocksBetween: BlocksBetween = async (reader, viewerId, memberId) => {
  const [byViewer, ofViewer] = await reader.getMany(blocks, [
    joinedId(viewerId, memberId),
    joinedId(memberId, viewerId),
  ])
  return { byViewer: byViewer !== undefined, ofViewer: ofViewer !== undefined }
}

/** The blocks among these members. */
export async function blocksAmong(reader: Pick<Reader, 'getMany'>, memberIds: readonly string[]) {
  const pairs = memberIds.flatMap((blocker) =>
    memberIds.flatMap((blocked) => (blocker === blocked ? [] : [{ blocker, blocked }])),
  )
  const ids = pairs.map(({ blocker, blocked }) => joinedId(blocker, blocked))
  const found = await reader.getMany(blocks, ids)
  return pairs.filter((_, at) => found[at] !== undefined)
}
