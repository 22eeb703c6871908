import { Type, type Static } from 'typebox'

/** RFC 9457 `application/problem+json`, the body of every error response. */
export const ProblemSchema = Type.Object({
  type: Type.String(),
  /** A sentence that can be shown to the user. */
  title: Type.String(),
  status: Type.Integer({ minimum: 400, maximum: 599 }),
  /** Stable, in snake_case, for programs. */
  code: Type.String(),
  detail: Type.Optional(Type.String()),
  /** Field name (dotted path) to an error message for the user. */
  fields: Type.Optional(Type.Record(Type.String(), Type.String())),
  requestId: Type.String(),
  /** Code that a person can read out instead of the request id, such as `7K3F-92QD`. */
  shortCode: Type.String(),
})
export type Problem = Static<typeof ProblemSchema>
