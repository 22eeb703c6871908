import { Type } from 'typebox'

import { CHAPTER_MEMBERSHIP_KINDS, CHAPTER_MEMBERSHIP_STATES, CHAPTER_ROLES } from '#shared/chapters/rules.ts'
import { exported } from '#server/modules/account-data-part.ts'
import { allOf, deleteAll } from '#server/store/all-of.ts'
import type { Store } from '#server/store/port.ts'

import { chapterNames } from './access.ts'
import { chapterMemberships } from './memberships/collection.ts'

const STATUS = {
  kind: Type.Enum([...CHAPTER_MEMBERSHIP_KINDS]),
  role: Type.Enum([...CHAPTER_ROLES]),
  state: Type.Enum([...CHAPTER_MEMBERSHIP_STATES]),
}

const ExportedMembershipsSchema = Type.Array(
  Type.Object({
    chapter: Type.String(),
    ...STATUS,
    since: Type.String(),
    offeredAt: Type.Optional(Type.String()),
    lettersOff: Type.Optional(Type.Boolean()),
    history: Type.Array(Type.Object({ ...STATUS, at: Type.String() })),
  }),
)

/** A member's memberships in chapters with their history. */
export const chapterMembershipsAccountData = (store: Store) => {
  return exported(
    { name: 'chapterMemberships', collections: [chapterMemberships], schema: ExportedMembershipsSchema },
    {
      async exportOf(memberId) {
        const own = await allOf(store, chapterMemberships, { where: { member: memberId } })
        const names = await chapterNames(
          store,
          own.map(({ chapter }) => chapter),
        )
        return own.map((membership, at) => ({ ...membership, chapter: names[at]! }))
      },
      forget: (memberId) => deleteAll(store, chapterMemberships, { where: { member: memberId } }),
    },
  )
}
