import { queryOptions } from '@tanstack/react-query'

import type { FeedbackEdit } from '#shared/conversation/feedback.ts'
import { request } from '#client/lib/request.ts'
import { routeQuery } from '#client/lib/route-query.ts'

export const ownFeedback = (eventId: string) =>
  routeQuery(['events', 'feedback', eventId], 'GET /api/events/:eventId/feedback', { params: { eventId } })

export const feedbackResults = (eventId: string) =>
  queryOptions({
    ...routeQuery(['events', 'feedback-results', eventId], 'GET /api/events/:eventId/feedback-results', {
      params: { eventId },
    }),
    refetchOnMount: 'always',
  })

export const giveFeedback = (eventId: string, body: FeedbackEdit) =>
  request('PUT /api/events/:eventId/feedback', { params: { eventId }, body })
