import { queryOptions } from '@tanstack/react-query'

import type { RecapEdit } from '#shared/conversation/recaps/schema.ts'
import { loadedAnew } from '#client/lib/live-query.ts'
import { request } from '#client/lib/request.ts'
import { routeQuery } from '#client/lib/route-query.ts'

/** Refetched when opened, because a picture may have been withdrawn. */
export const eventRecap = (eventId: string) =>
  queryOptions({
    ...routeQuery(['events', 'recap', eventId], 'GET /api/events/:eventId/recap', { params: { eventId } }),
    ...loadedAnew,
  })

export const saveRecap = (eventId: string, ifMatch: number, body: RecapEdit) =>
  request('PUT /api/events/:eventId/recap', { params: { eventId }, body, ifMatch })

export const askForRemoval = (eventId: string, imageId: string) =>
  request('POST /api/events/:eventId/recap/pictures/:imageId/removal-request', {
    params: { eventId, imageId },
  })

export const keepPicture = (eventId: string, imageId: string) =>
  request('POST /api/events/:eventId/recap/pictures/:imageId/restoration', { params: { eventId, imageId } })

export const removePicture = (eventId: string, imageId: string) =>
  request('DELETE /api/events/:eventId/recap/pictures/:imageId', { params: { eventId, imageId } })
