import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query'

import type { Introduction } from '#shared/connections.ts'
import type { MeetAgainChoice, MeetAgainPage } from '#shared/meet-again.ts'
import { eventUrl } from '#client/features/events/queries.ts'
import { urlWith } from '#client/lib/pages.ts'
import { request } from '#client/lib/request.ts'

export const attendeesWorthMeeting = (eventId: string) =>
  queryOptions({
    queryKey: ['events', 'worth-meeting', eventId],
    queryFn: ({ signal }) =>
      request<{ items: Introduction[] }>(eventUrl(eventId, 'worth-meeting'), { signal }),
  })

export const meetAgain = (eventId: string) =>
  infiniteQueryOptions({
    queryKey: ['events', 'meet-again', eventId],
    queryFn: ({ signal, pageParam }) =>
      request<MeetAgainPage>(urlWith(eventUrl(eventId, 'meet-again'), { cursor: pageParam }), { signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    select: ({ pages }) => ({
      items: pages.flatMap(({ items }) => items),
      openUntil: pages[0]?.openUntil,
    }),
  })

type ChoiceState = MeetAgainChoice['state']

const choiceUrl = (eventId: string, memberId: string) =>
  eventUrl(eventId, 'meet-again', encodeURIComponent(memberId))

/** Resolves to what is between the two then. */
export async function setChoice(eventId: string, memberId: string, isChosen: boolean): Promise<ChoiceState> {
  const url = choiceUrl(eventId, memberId)
  if (isChosen) return (await request<{ state: ChoiceState }>(url, { method: 'PUT' })).state
  await request(url, { method: 'DELETE' })
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
