import { Type, type Static } from 'typebox'

/** The reported content: its texts by the names of their fields, and the id of its picture. */
export const ReportedContentSchema = Type.Object({
  texts: Type.Array(Type.Object({ name: Type.String(), text: Type.String() })),
  image: Type.Optional(Type.String()),
})
export type ReportedContent = Static<typeof ReportedContentSchema>
