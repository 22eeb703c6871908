import { type QueryClient, queryOptions } from '@tanstack/react-query'

import type { AskedIntroduction, MemberIntroductions } from '#shared/member-introductions.ts'
import { request } from '#client/lib/request.ts'

export const URL = '/api/member-introductions'

export const memberIntroductions = queryOptions({
  queryKey: ['member-introductions'],
  queryFn: ({ signal }) => request<MemberIntroductions>(URL, { signal }),
})

const answerUrl = (id: string, answer: 'accept' | 'decline') => `${URL}/${encodeURIComponent(id)}/${answer}`

export const accept = (id: string) => request<AskedIntroduction>(answerUrl(id, 'accept'), { method: 'POST' })
export const decline = (id: string) => request(answerUrl(id, 'decline'), { method: 'POST' })

/** Two who both accepted are connected. */
export const introductionAnswered = (cache: QueryClient, memberId: string) =>
  Promise.all(
    [['member-introductions'], ['dashboard'], ['connections'], ['relationships', memberId]].map((queryKey) =>
      cache.invalidateQueries({ queryKey }),
    ),
  )
