import { draftKey, removeDraftKey } from './drafts.ts'
import { ProblemError } from './request-errors.ts'
import { request } from './request.ts'

/**
 * Creates on the server what the draft of this name describes. Repeated after a lost response, it creates only one. If
 * that one has changed since, it is left alone, and the next call creates another.
 */
export async function createOnce<T>(draft: string, url: string, body: unknown): Promise<T> {
  try {
    return await request<T>(url, { method: 'POST', body, idempotencyKey: draftKey(draft) })
  } catch (error) {
    if (error instanceof ProblemError && error.code === 'already_made') removeDraftKey(draft)
    throw error
  }
}
