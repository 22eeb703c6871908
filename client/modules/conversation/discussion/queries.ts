import type { QueryClient } from '@tanstack/react-query'

import type { DiscussionNews } from '#shared/conversation/discussion/rules.ts'
import { loadedAnew } from '#client/lib/live-query.ts'
import { pagedQuery, pagesQuery } from '#client/lib/pages.ts'
import { request } from '#client/lib/request.ts'

const keyOf = (eventId: string) => ['events', 'discussion', eventId] as const

/** Questions with their first answers, and the news that the viewer gets. */
export const discussionOf = (eventId: string) => ({
  ...pagesQuery(
    [...keyOf(eventId), 'questions'],
    ({ cursor, signal }) =>
      request('GET /api/events/:eventId/discussion', { params: { eventId }, query: { cursor }, signal }),
    ({ pages }) => ({ questions: pages.flatMap(({ items }) => items), news: pages[0]!.news }),
  ),
  ...loadedAnew,
})

export const answersTo = (eventId: string, postId: string) =>
  pagedQuery([...keyOf(eventId), 'answers', postId], ({ cursor, signal }) =>
    request('GET /api/events/:eventId/discussion/:postId/answers', {
      params: { eventId, postId },
      query: { cursor },
      signal,
    }),
  )

export const invalidateDiscussion = (cache: QueryClient, eventId: string) =>
  cache.invalidateQueries({ queryKey: keyOf(eventId) })

export const editPost = (eventId: string, postId: string, text: string) =>
  request('PUT /api/events/:eventId/discussion/:postId', { params: { eventId, postId }, body: { text } })

export const deletePost = (eventId: string, postId: string) =>
  request('DELETE /api/events/:eventId/discussion/:postId', { params: { eventId, postId } })

/** @param name `pin` of a question, `mark` of an answer */
export const setMark = (eventId: string, postId: string, name: 'pin' | 'mark', isMarked: boolean) =>
  request(`PUT /api/events/:eventId/discussion/:postId/${name}`, {
    params: { eventId, postId },
    body: { isMarked },
  })

export const chooseNews = (eventId: string, news: DiscussionNews) =>
  request('PUT /api/events/:eventId/discussion-news', { params: { eventId }, body: { news } })
