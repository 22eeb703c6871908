import { Type } from 'typebox'

import * as m from '#shared/chapters/messages.ts'
import { batchesOf } from '#shared/lib/batches.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { forbidden } from '#server/lib/failure.ts'
import { exported } from '#server/modules/account-data-part.ts'
import type { Actor } from '#server/modules/actor.ts'
import type { Community } from '#server/modules/community/module.ts'
import type { Operations } from '#server/modules/operations/module.ts'
import { allOf } from '#server/store/all-of.ts'
import { deleteBefore } from '#server/store/delete-before.ts'
import type { Store } from '#server/store/port.ts'

import { type ChapterAccess, chapterNames } from './access.ts'
import { chapterExports, EXPORTS_KEPT } from './exports/collection.ts'
import { peopleCsv } from './exports/csv.ts'
import { exportedPeople } from './queries.ts'

interface Deps {
  store: Store
  clock: Clock
  newId: () => string
  audit: Operations['audit']
  community: Community
  access: ChapterAccess
}

const MAX_MEMBERS = 500

export type ChapterExports = ReturnType<typeof createChapterExports>

/** Files with the members of a chapter, where the organisation allows them. */
export function createChapterExports({ store, clock, newId, audit, community, access }: Deps) {
  return {
    /** The people whom the actor sees. @throws Failure 403, 404 */
    async csv(actor: Actor, slug: string): Promise<{ title: string; text: string }> {
      const { allowed } = (await community.settings.current('chapterExports')).value
      const views = await store.views()
      return store.transact(async (tx) => {
        const { chapter } = await access.findFor(tx, actor, slug, 'exportPeople')
        if (!allowed) throw forbidden('export_off', m.exportOff())
        const people = exportedPeople(views, actor, chapter.id)
        const about = { chapter: chapter.id, by: actor.id, at: isoInstant(clock()) }
        const ids = people.map(({ id }) => id)
        for (const members of batchesOf(ids, MAX_MEMBERS))
          tx.create(chapterExports, { id: newId(), ...about, members })
        const { id, sessionHash } = actor
        const after = { chapter: chapter.name, members: ids.length }
        await audit.record(
          { action: 'chapter.people_exported', actor: id, target: chapter.id, sessionHash, after },
          tx,
        )
        return { title: chapter.name, text: peopleCsv(people) }
      })
    },

    deleteExpired: (): Promise<void> =>
      deleteBefore(store, chapterExports, 'at', isoInstant(clock() - EXPORTS_KEPT)),
  }
}

const ExportedSchema = Type.Array(Type.Object({ chapter: Type.String(), at: Type.String() }))

/** When the member was in a file that a lead downloaded. */
export const chapterExportsAccountData = (store: Store) => {
  const filesWith = (memberId: string) =>
    allOf(store, chapterExports, { contains: { field: 'members', value: memberId }, orderBy: 'at' })
  return exported(
    { name: 'chapterExports', collections: [chapterExports], schema: ExportedSchema },
    {
      async exportOf(memberId) {
        const files = await filesWith(memberId)
        const names = await chapterNames(
          store,
          files.map(({ chapter }) => chapter),
        )
        return files.map(({ at }, index) => ({ chapter: names[index]!, at }))
      },
      async forget(memberId) {
        for (const { id } of await filesWith(memberId))
          await store.transact(async (tx) => {
            const file = await tx.get(chapterExports, id)
            if (file)
              tx.put(chapterExports, { ...file, members: file.members.filter((each) => each !== memberId) })
          })
      },
    },
  )
}
