import { Type } from 'typebox'

import {
  type PrivateNote,
  type PrivateNoteEdit,
  PrivateNoteSchema,
  type Reminder,
} from '#shared/people/connections.ts'
import { PAGE_SIZE } from '#shared/lib/page.ts'
import { deleteAll, eachOf } from '#server/store/all-of.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { stale } from '#server/lib/failure.ts'
import { joinedId } from '#server/store/joined-id.ts'
import { exported } from '#server/modules/account-data-part.ts'
import type { ConnectionService } from '#server/modules/people/connections/service.ts'
import type { Store } from '#server/store/port.ts'

import { type ConnectionNoteDocument, connectionNotes } from './collection.ts'
import { dueReminders } from './queries.ts'

const ExportedNotesSchema = Type.Array(
  Type.Object({
    about: Type.String(),
    ...Type.Omit(PrivateNoteSchema, ['version']).properties,
    changedAt: Type.String(),
  }),
)

interface Deps {
  store: Store
  clock: Clock
  connections: ConnectionService
}

const EMPTY_NOTE: PrivateNote = { text: '', version: 0 }

export type ConnectionNoteService = ReturnType<typeof createConnectionNoteService>

/** Private notes. While the two are not connected, a note stays stored but cannot be read. */
export function createConnectionNoteService({ store, clock, connections }: Deps) {
  return {
    async note(owner: string, connectionId: string): Promise<PrivateNote> {
      const { memberId } = await connections.details.acceptedConnection(owner, connectionId)
      return (await store.get(connectionNotes, joinedId(owner, memberId))) ?? EMPTY_NOTE
    },

    /** Replaces the note, if `version` is still the latest. A note that was never written has version 0. */
    async write(
      owner: string,
      connectionId: string,
      version: number,
      sent: PrivateNoteEdit,
    ): Promise<PrivateNote> {
      const edit = { ...sent, text: sent.text.toWellFormed() }
      const { memberId } = await connections.details.acceptedConnection(owner, connectionId)
      const id = joinedId(owner, memberId)
      return store.transact(async (tx) => {
        const before = await tx.get(connectionNotes, id)
        const latest = before?.version ?? 0
        // A retry after a lost response: the edit is already saved.
        if (before && latest === version + 1 && isSaved(before, edit)) return before
        if (latest !== version) throw stale('note', 'own')
        const after: ConnectionNoteDocument = {
          id,
          owner,
          about: memberId,
          connection: connectionId,
          version: version + 1,
          changedAt: isoInstant(clock()),
          ...edit,
        }
        tx.put(connectionNotes, after)
        return after
      })
    },

    /** Reminders for this day (`YYYY-MM-DD`) and earlier, longest due first. */
    dueReminders: async (owner: string, today: string): Promise<Reminder[]> =>
      dueReminders(await store.views(), owner, today, PAGE_SIZE),

    exportOf: (owner: string) => eachOf(store, connectionNotes, { where: { owner } }),

    /** Deletes notes by the member and about them. */
    async forget(memberId: string): Promise<void> {
      await deleteAll(store, connectionNotes, { where: { owner: memberId } }, { where: { about: memberId } })
    },
  }
}

const isSaved = (note: ConnectionNoteDocument, { text, getInTouchOn }: PrivateNoteEdit) =>
  note.text === text && note.getInTouchOn === getInTouchOn

export const privateNotesAccountData = (service: ConnectionNoteService) =>
  exported({ name: 'privateNotes', collections: [connectionNotes], schema: ExportedNotesSchema }, service)
