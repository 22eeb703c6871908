import type { ReportSource } from '#server/modules/people/reportable/types.ts'
import { notFound } from '#server/lib/failure.ts'
import type { Store } from '#server/store/port.ts'

import { connections } from './collection.ts'
import { otherOf } from './connection-state.ts'
import { hiddenNoteOf } from './relationship.ts'
import type { Relationships } from './relationships.ts'

interface Deps {
  store: Store
  relationships: Relationships
}

/** The notes of requests as subjects of reports. Only the recipient of a request sees its note. */
export const createNoteModeration = ({ store, relationships }: Deps): ReportSource => ({
  async seenBy({ id: viewerId }, id) {
    const connection = await store.get(connections, id)
    if (!connection?.members.includes(viewerId)) throw notFound('note')
    const { state, note } = await relationships.relationshipWith(viewerId, otherOf(connection, viewerId))
    if (state !== 'requestReceived' || !note) throw notFound('note')
    return { owner: connection.requester, content: contentOf(note) }
  },
  async current(id) {
    const connection = await store.get(connections, id)
    if (!connection?.note) return undefined
    const hidden = hiddenNoteOf(connection)
    return { content: contentOf(connection.note), hidden }
  },
  async setHidden(tx, id, hidden) {
    const connection = await tx.get(connections, id)
    if (!connection?.note) return false
    const { hiddenNote: _, ...rest } = connection
    const { requestedAt } = connection
    tx.put(connections, { ...rest, hiddenNote: hidden && { ...hidden, requestedAt } })
    return true
  },
})

const contentOf = (note: string) => ({ texts: [{ name: 'note', text: note }] })
