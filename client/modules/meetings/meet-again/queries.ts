import type { InfiniteData, QueryClient } from '@tanstack/react-query'

import type { MeetAgainChoice, MeetAgainPage } from '#shared/meetings/meet-again.ts'
import { pagesQuery } from '#client/lib/pages.ts'
import { request } from '#client/lib/request.ts'
import { routeQuery } from '#client/lib/route-query.ts'

export const attendeesWorthMeeting = (eventId: string) =>
  routeQuery(['events', 'worth-meeting', eventId], 'GET /api/events/:eventId/worth-meeting', {
    params: { eventId },
  })

export const meetAgain = (eventId: string) =>
  pagesQuery(
    ['events', 'meet-again', eventId],
    ({ cursor, signal }) =>
      request('GET /api/events/:eventId/meet-again', { params: { eventId }, query: { cursor }, signal }),
    ({ pages }) => ({ items: pages.flatMap(({ items }) => items), openUntil: pages[0]?.openUntil }),
  )

type ChoiceState = MeetAgainChoice['state']

/** Resolves to the resulting state between the two. */
export async function setChoice(eventId: string, memberId: string, isChosen: boolean): Promise<ChoiceState> {
  const params = { eventId, memberId }
  if (isChosen) return (await request('PUT /api/events/:eventId/meet-again/:memberId', { params })).state
  await request('DELETE /api/events/:eventId/meet-again/:memberId', { params })
  return 'none'
}

export const showChoice = (cache: QueryClient, eventId: string, memberId: string, state: ChoiceState) =>
  cache.setQueryData<InfiniteData<MeetAgainPage>>(
    meetAgain(eventId).queryKey,
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) => ({
          ...page,
          items: page.items.map((item) => (item.member.id === memberId ? { ...item, state } : item)),
        })),
      },
  )
