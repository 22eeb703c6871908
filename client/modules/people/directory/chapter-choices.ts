import { queryOptions, useQuery } from '@tanstack/react-query'

import { MY_CHAPTERS } from '#shared/lib/paths.ts'
import * as m from '#shared/people/messages.ts'
import { routeQuery } from '#client/lib/route-query.ts'

/** Chapters to choose from: all that the viewer sees, those that they can join, or those for which they have a right. */
export const chapterChoices = (action: 'see' | 'join' | 'createEvents' | 'openRounds') =>
  queryOptions({
    ...routeQuery(['chapters', 'choices', action], 'GET /api/chapters/choices', { query: { action } }),
    select: ({ items }) => items,
  })

/** Undefined until it is known. The slug itself for a former address, and for a chapter that the viewer does not see. */
export function useChapterName(slug: string) {
  const isOne = slug !== '' && slug !== MY_CHAPTERS
  const { data, isPending } = useQuery({ ...chapterChoices('see'), enabled: isOne, throwOnError: false })
  if (!isOne) return slug && m.myChapters()
  return isPending ? undefined : (data?.find((each) => each.slug === slug)?.name ?? slug)
}
