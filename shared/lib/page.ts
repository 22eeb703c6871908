import { Type, type TSchema } from 'typebox'

/** Entries of one page of a list. */
export const PAGE_SIZE = 24

/** The response of every list. `next` is undefined on the last page; send it back as `cursor`. */
export const pageOf = <S extends TSchema>(item: S) =>
  Type.Object({ items: Type.Array(item), next: Type.Optional(Type.String()) })

export interface Page<T> {
  items: T[]
  next?: string
}

export const CursorQuerySchema = Type.Object(
  { cursor: Type.Optional(Type.String({ maxLength: 1024 })) },
  { additionalProperties: false },
)

/** Ids that the store accepts. */
export const IdSchema = Type.String({ pattern: '^[A-Za-z0-9_.:-]{1,128}$' })
