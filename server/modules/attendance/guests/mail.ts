import type { Participation } from '#shared/events/rsvps.ts'
import { GUEST, paths } from '#shared/lib/paths.ts'
import type { RsvpService } from '#server/modules/attendance/rsvps/service.ts'
import { rsvps as rsvpDocuments } from '#server/modules/attendance/rsvps/seats/collection.ts'
import { organiserOf } from '#server/modules/events/events/rights.ts'
import { isCurrent, isVisible } from '#server/modules/events/events/rules.ts'
import type { EventAccess, EventDocument } from '#server/modules/events/types.ts'
import type { People } from '#server/modules/people/module.ts'
import type { Clock } from '#server/lib/clock.ts'
import { joinedId } from '#server/store/joined-id.ts'
import type { Store } from '#server/store/port.ts'

import { eventGuests } from './collection.ts'
import type { GuestKeys } from './keys.ts'

interface Deps {
  store: Store
  clock: Clock
  people: People
  eventAccess: EventAccess
  rsvps: RsvpService
  keys: GuestKeys
}

/** An email to a guest, at the time of sending. */
export interface GuestMail {
  name: string
  /** Name of the member who invited them; undefined if they booked themselves. */
  invitedBy: string | undefined
  event: EventDocument
  /** The guest's RSVP; undefined until they confirm. */
  mine: Participation | undefined
  /** Includes the secret of the link, which is in no stored document. */
  path: string
  /** Whether the address has an account, with which its owner can RSVP. */
  isMember: boolean
}

const pathOfLink = (link: string) => `${paths.landing}?${GUEST}=${link}`

/** The content of emails to guests. */
export function createGuestMail({ store, clock, people, eventAccess, rsvps, keys }: Deps) {
  /** Whether the owner of the address may get it: not if suspended, or separated from those involved by a block. */
  async function isReachable(
    owner: string,
    { namedBy }: { namedBy: readonly string[] },
    event: EventDocument,
  ) {
    if (!(await people.members.isActive(owner))) return false
    const others = [...namedBy, organiserOf(event), ...event.hosts].filter((id) => id !== owner)
    const blocks = await Promise.all(others.map((id) => people.blocks.blocksBetween(store, owner, id)))
    return blocks.every(({ byViewer, ofViewer }) => !byViewer && !ofViewer)
  }

  return {
    /** The current address of a guest who has confirmed, and the language of their emails. */
    async recipient(id: string): Promise<{ address: string; language: string } | undefined> {
      const guest = await store.get(eventGuests, id)
      return guest?.confirmedAt ? { address: guest.email, language: guest.language } : undefined
    },

    /** Undefined if it is obsolete, or the owner of the address must not get it. */
    async toSend(id: string): Promise<GuestMail | undefined> {
      const guest = await store.get(eventGuests, id)
      const event = guest && (await eventAccess.nonDraft(store, guest.event))
      if (!guest || !event || !isVisible.of(event)) return undefined
      const owner = guest.confirmedAt ? undefined : await people.members.idOfAddress(guest.email)
      if (owner !== undefined && !(await isReachable(owner, guest, event))) return undefined
      if (!guest.confirmedAt && !isCurrent.of(event, clock())) return undefined
      const [rsvp, invitedBy] = await Promise.all([
        store.get(rsvpDocuments, joinedId(event.id, id)),
        guest.namedBy[0] === undefined ? undefined : people.members.nameOf(guest.namedBy[0]),
      ])
      return {
        name: guest.name,
        invitedBy,
        event,
        mine: rsvp && (await rsvps.participationOf(rsvp)),
        path: owner === undefined ? pathOfLink(keys.linkOf(guest)) : paths.event(event.id),
        isMember: owner !== undefined,
      }
    },
  }
}
