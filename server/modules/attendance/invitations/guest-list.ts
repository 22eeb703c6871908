import type { Guest } from '#server/modules/events/events/rights.ts'
import { type RsvpDocument, rsvps } from '#server/modules/attendance/rsvps/seats/collection.ts'
import { removalReasonOf } from '#server/modules/attendance/rsvps/seats/seats.ts'
import { joinedId } from '#server/store/joined-id.ts'
import type { Reader } from '#server/store/port.ts'

import { eventInvitations } from './collection.ts'

/** The member’s entry in the guest list of an event. */
export async function guestAt(
  reader: Pick<Reader, 'get'>,
  eventId: string,
  memberId: string,
): Promise<Guest> {
  const id = joinedId(eventId, memberId)
  const [invitation, rsvp] = await Promise.all([reader.get(eventInvitations, id), reader.get(rsvps, id)])
  return guestOf(invitation, rsvp)
}

/** @param invitation the document, if there is one */
export const guestOf = (
  invitation: object | undefined,
  rsvp: Pick<RsvpDocument, 'state' | 'command'> | undefined,
): Guest => ({
  isInvited: invitation !== undefined,
  rsvp: rsvp && { state: rsvp.state, removalReason: removalReasonOf(rsvp) },
})
