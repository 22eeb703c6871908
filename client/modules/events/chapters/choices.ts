import { queryOptions } from '@tanstack/react-query'

import { request } from '#client/lib/request.ts'

/** Chapters to choose from: all that the viewer sees, or those for which they can create events, or open rounds. */
export const chapterChoices = (action: 'see' | 'createEvents' | 'openRounds') =>
  queryOptions({
    queryKey: ['chapters', 'choices', action],
    queryFn: async ({ signal }) =>
      (await request('GET /api/chapters/choices', { query: { action }, signal })).items,
  })
