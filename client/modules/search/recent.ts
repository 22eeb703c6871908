import { readDraft, writeDraft } from '#client/lib/drafts.ts'

import type { Result } from './results.ts'

/** Stored like a draft, so that it is deleted at sign-out and never shown to another person in the same tab. */
const DRAFT = 'recent-search'
const MAX_RECENT = 5

/** The results that were chosen last in this tab, latest first. */
export const recentResults = (): readonly Result[] => readDraft<{ results: Result[] }>(DRAFT)?.results ?? []

export function rememberResult(result: Result) {
  const others = recentResults().filter(({ id }) => id !== result.id)
  writeDraft(DRAFT, { results: [result, ...others].slice(0, MAX_RECENT) })
}
