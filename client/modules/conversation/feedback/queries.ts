import { queryOptions } from '@tanstack/react-query'

import type { FeedbackEdit } from '#shared/conversation/feedback.ts'
import { request } from '#client/lib/request.ts'

export const ownFeedback = (eventId: string) =>
  queryOptions({
    queryKey: ['events', 'feedback', eventId],
    queryFn: ({ signal }) => request('GET /api/events/:eventId/feedback', { params: { eventId }, signal }),
  })

export const feedbackResults = (eventId: string) =>
  queryOptions({
    queryKey: ['events', 'feedback-results', eventId],
    queryFn: ({ signal }) =>
      request('GET /api/events/:eventId/feedback-results', { params: { eventId }, signal }),
    refetchOnMount: 'always',
  })

export const giveFeedback = (eventId: string, body: FeedbackEdit) =>
  request('PUT /api/events/:eventId/feedback', { params: { eventId }, body })
