import { Type, type Static } from 'typebox'

import { IdSchema } from '#shared/lib/page.ts'

import { SUBJECT_KINDS } from './notification-topics.ts'

export const SubjectSchema = Type.Object(
  { kind: Type.Enum([...SUBJECT_KINDS]), id: IdSchema },
  { additionalProperties: false },
)
export type Subject = Static<typeof SubjectSchema>
