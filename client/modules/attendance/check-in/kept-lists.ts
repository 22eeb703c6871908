import { isCount, isInstant, isText, listOf, optional, shape } from '#client/lib/stored-shapes.ts'
import { DAY } from '#shared/lib/durations.ts'

import type { Attendee } from './attendees.ts'
import { createKept } from './kept.ts'
import type { CheckInListItem } from './queries.ts'

/** A check-in list that this browser has loaded, for a page that is reloaded without a connection. */
export interface KeptCheckInList {
  eventId: string
  title: string
  endsAt: string
  /** Id of the person who checks in. */
  uid: string
  /** When the list was loaded. */
  updatedAt: string
  attendees: KeptAttendee[]
}

export interface KeptAttendee extends Attendee {
  member: { id: string; displayName: string; company?: string | undefined }
}

const isAttendee = shape<KeptAttendee>({
  member: shape<KeptAttendee['member']>({ id: isText, displayName: isText, company: optional(isText) }),
  guests: isCount,
  checkedInAt: optional(isInstant),
})

const isKept = shape<KeptCheckInList>({
  eventId: isText,
  title: isText,
  endsAt: isInstant,
  uid: isText,
  updatedAt: isInstant,
  attendees: listOf(isAttendee),
})

export const checkInLists = createKept('checkInList.', isKept, ({ endsAt }) => Date.parse(endsAt) + DAY)

/** The part that finds a person at the entrance. Never photos, answers, or hashes of codes. */
export const attendeeToKeep = ({ member, guests, checkedInAt }: CheckInListItem): KeptAttendee => ({
  member: { id: member.id, displayName: member.displayName, company: member.company },
  guests,
  checkedInAt,
})
