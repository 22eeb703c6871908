import { draftKey, removeDraftKey } from './drafts.ts'
import { ProblemError, request } from './request.ts'

/**
 * Has the server make what the draft of this name is of. Asked for again, since the answer was lost, it is made once.
 * Where something else has become of it by then, it is left alone: the next time another is made.
 */
export async function make<T>(draft: string, url: string, body: unknown): Promise<T> {
  try {
    return await request<T>(url, { method: 'POST', body, idempotencyKey: draftKey(draft) })
  } catch (error) {
    if (error instanceof ProblemError && error.code === 'already_made') removeDraftKey(draft)
    throw error
  }
}
