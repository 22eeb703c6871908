import type { Relationship } from '#shared/connections.ts'
import type { ReportSource } from '#server/features/reports/types.ts'
import { notFound } from '#server/lib/failure.ts'
import type { Store } from '#server/store/port.ts'

import { connections } from './collection.ts'
import { otherOf } from './connection-state.ts'
import { hiddenNoteOf } from './relationship.ts'

interface Deps {
  store: Store
  relationshipWith: (viewerId: string, memberId: string) => Promise<Relationship>
}

/** The notes of requests, as reports are about them. Only who received a request sees its note. */
export const createNoteModeration = ({ store, relationshipWith }: Deps): ReportSource => ({
  async seenBy({ id: viewerId }, id) {
    const connection = await store.get(connections, id)
    if (!connection?.members.includes(viewerId)) throw notFound('note')
    const { state, note } = await relationshipWith(viewerId, otherOf(connection, viewerId))
    if (state !== 'requestReceived' || !note) throw notFound('note')
    return { owner: connection.requester, content: contentOf(note) }
  },
  async current(id) {
    const connection = await store.get(connections, id)
    if (!connection?.note) return undefined
    const hidden = hiddenNoteOf(connection)
    return { content: contentOf(connection.note), ...(hidden && { hidden }) }
  },
  async setHidden(tx, id, hidden) {
    const connection = await tx.get(connections, id)
    if (!connection?.note) return false
    const { hiddenNote: _, ...rest } = connection
    const { requestedAt } = connection
    tx.put(connections, { ...rest, ...(hidden && { hiddenNote: { ...hidden, requestedAt } }) })
    return true
  },
})

const contentOf = (note: string) => ({ texts: [{ name: 'note', text: note }] })
