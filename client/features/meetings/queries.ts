import type { Connection } from '#shared/connections.ts'
import type { MeetingSummary } from '#shared/meetings.ts'
import { pagedQuery } from '#client/lib/pages.ts'

export const ownMeetings = pagedQuery<MeetingSummary>(['meetings', 'own'], '/api/meetings')

/** Those a member may invite. The key is the connections' own, so both screens share the answer. */
export const peopleToMeet = pagedQuery<Connection>(['connections', 'accepted', ''], '/api/connections', {
  list: 'accepted',
})
