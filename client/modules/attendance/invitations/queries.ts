import { canOnEvent } from '#shared/events/rights.ts'
import { queryOptions } from '@tanstack/react-query'

import {
  choiceOf,
  DIRECTORY,
  type PersonChoice,
  type PersonSource,
} from '#client/modules/people/picker/source.ts'
import { pagesQuery } from '#client/lib/pages.ts'
import { request } from '#client/lib/request.ts'

export const eventInvitations = (eventId: string) =>
  pagesQuery(
    ['events', 'invitations', eventId],
    ({ cursor, signal }) =>
      request('GET /api/events/:eventId/invitations', { params: { eventId }, query: { cursor }, signal }),
    ({ pages }) => ({ items: pages.flatMap(({ items }) => items), counts: pages[0]!.counts }),
  )

/** The viewer's own events that are over, whose attendees can be invited. */
export const earlierEvents = queryOptions({
  queryKey: ['events', 'earlier'],
  async queryFn({ signal }) {
    const { items } = await request('GET /api/events', { query: { list: 'mine' }, signal })
    return items.filter((event) => canOnEvent(event, 'edit') && Date.parse(event.startsAt) < Date.now())
  },
})

/** Suggests connections before anything is typed, and searches all members. */
export const INVITABLE: PersonSource<PersonChoice> = {
  queryKey: ['directory', 'invitable'],
  minLetters: 0,
  async load(q, signal) {
    if (q) return DIRECTORY.load(q, signal)
    const { items } = await request('GET /api/connections', { query: { list: 'accepted' }, signal })
    return items.map(({ member }) => choiceOf(member))
  },
}
