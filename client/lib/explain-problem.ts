import * as m from '#shared/lib/messages.ts'

import { ExplainedError, ProblemError } from './request-errors.ts'

/** Field name (dotted path) to what is wrong with it; undefined for a valid one. */
export type FieldErrors = Readonly<Record<string, string | undefined>>

export interface Explanation {
  fields?: FieldErrors
  /** An error that belongs to no single field. */
  message?: string
}

export function explainProblem(error: unknown): Explanation {
  if (error instanceof ProblemError) {
    const message = error.detail ? `${error.title} ${error.detail}` : error.title
    return error.fields ? { fields: error.fields, message } : { message }
  }
  if (error instanceof ExplainedError) return { message: error.message }
  reportError(error)
  return { message: m.problemInternal() }
}
