import { queryOptions } from '@tanstack/react-query'

import { routeQuery } from '#client/lib/route-query.ts'

/** Chapters to choose from: all that the viewer sees, those that they can join, or those for which they have a right. */
export const chapterChoices = (action: 'see' | 'join' | 'createEvents' | 'openRounds') =>
  queryOptions({
    ...routeQuery(['chapters', 'choices', action], 'GET /api/chapters/choices', { query: { action } }),
    select: ({ items }) => items,
  })
