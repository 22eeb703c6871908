import { Type, type Static } from 'typebox'

/** RFC 9457 `application/problem+json`, the one shape of every error answer. */
export const ProblemSchema = Type.Object({
  type: Type.String(),
  /** One plain sentence that may be shown to a person. */
  title: Type.String(),
  status: Type.Integer({ minimum: 400, maximum: 599 }),
  /** Stable and in snake_case: what a program decides by. */
  code: Type.String(),
  detail: Type.Optional(Type.String()),
  /** Field name (dotted path) to what is wrong with it, in words for the person. */
  fields: Type.Optional(Type.Record(Type.String(), Type.String())),
  requestId: Type.String(),
})
export type Problem = Static<typeof ProblemSchema>
