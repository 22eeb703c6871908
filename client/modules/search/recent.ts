import type { DirectoryLine } from '#shared/people/matches.ts'
import { readDraft, writeDraft } from '#client/lib/storage/drafts.ts'
import { isOneOf, isText, listOf, optional, shape } from '#client/lib/storage/stored-shapes.ts'

import type { Result } from './results.ts'

/** Stored like a draft, so that it is deleted at sign-out and never shown to another person in the same tab. */
const DRAFT = 'recent-search'
const MAX_RECENT = 5

/** The results that were chosen last in this tab, latest first. */
const isResults = listOf(
  shape<Result>({
    id: isText,
    label: isText,
    detail: optional(isText),
    line: optional(
      shape<DirectoryLine>({ field: isOneOf('offers', 'asks', 'industry', 'keywords', 'bio'), text: isText }),
    ),
    marks: optional(listOf(isText)),
    foundBy: optional(isText),
    photo: optional(isText),
    to: isText,
  }),
)

export function recentResults(): readonly Result[] {
  const results = readDraft(DRAFT)?.['results']
  return isResults(results) ? results : []
}

export function rememberResult(result: Result) {
  const others = recentResults().filter(({ id }) => id !== result.id)
  writeDraft(DRAFT, { results: [result, ...others].slice(0, MAX_RECENT) })
}
