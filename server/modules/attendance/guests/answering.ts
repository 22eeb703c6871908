import * as m from '#shared/events/messages.ts'
import { areRsvpsOpen, KEPT_AFTER_EVENT, takesGuests } from '#shared/attendance/guest-rules.ts'
import type { GuestPage, GuestRsvp } from '#shared/attendance/guests.ts'
import { HAVE_A_PLACE, MAY_COME } from '#shared/events/rules.ts'
import { publicEventOf } from '#shared/events/labels.ts'
import { DAY } from '#shared/lib/durations.ts'
import { language } from '#shared/lib/language/current.ts'
import { createCheckInCodes } from '#server/modules/attendance/check-in/codes.ts'
import type { QuestionService } from '#server/modules/attendance/questions/service.ts'
import {
  type RsvpDocument,
  rsvps as rsvpDocuments,
} from '#server/modules/attendance/rsvps/seats/collection.ts'
import { hasLostPlace } from '#server/modules/attendance/rsvps/seats/seats.ts'
import type { RsvpService } from '#server/modules/attendance/rsvps/service.ts'
import { hasEnded, isVisible, publicCoverOf, summaryOf } from '#server/modules/events/events/rules.ts'
import type { EventDocument } from '#server/modules/events/types.ts'
import type { People } from '#server/modules/people/module.ts'
import { isoInstant } from '#server/lib/clock.ts'
import { conflict, type Failure, notFound } from '#server/lib/failure.ts'
import { hashOfSecret } from '#server/lib/secret-links.ts'
import { joinedId } from '#server/store/joined-id.ts'
import type { Reader, Transaction } from '#server/store/port.ts'

import { type GuestDeps, readName } from './booking.ts'
import { type EventGuest, eventGuests, guestVisits } from './collection.ts'

interface Deps extends GuestDeps {
  people: People
  questions: QuestionService
  rsvps: RsvpService
}

const YEAR = 365 * DAY

/** When the data of a guest who has confirmed is deleted. ISO instant. */
export const deletionOf = ({ endsAt }: Pick<EventDocument, 'endsAt'>) =>
  isoInstant(Date.parse(endsAt) + KEPT_AFTER_EVENT)

/** Whether the event takes place, and others have not kept the guest from it. */
const canHappen = (event: EventDocument | undefined, rsvp: RsvpDocument | undefined, now: number) =>
  event?.status !== 'cancelled' &&
  (rsvp === undefined || !hasLostPlace(rsvp)) &&
  !(event && rsvp?.state === 'waitlisted' && hasEnded.of(event, now))

/** The page that a guest’s link opens, and the guest’s answers there. */
export function createGuestAnswering(deps: Deps) {
  const { config, store, clock, community, people, eventAccess, keys, questions, rsvps } = deps
  const { codeOf } = createCheckInCodes(config.secret)

  /** @throws Failure 404 for a link that is unknown, or leads to an event that nobody sees */
  async function opened(link: string) {
    const where = { linkHash: hashOfSecret(link) }
    const [guest] = (await store.find(eventGuests, { where, limit: 1 })).items
    const event = guest && (await eventAccess.nonDraft(store, guest.event))
    if (!guest || !event || !isVisible.of(event)) throw notFound('invitation')
    return { guest, event }
  }

  async function pageOf(guest: EventGuest, event: EventDocument): Promise<GuestPage> {
    const rsvp = await store.get(rsvpDocuments, joinedId(event.id, guest.id))
    const [mine, [seats], answers, invitedBy] = await Promise.all([
      rsvp && rsvps.participationOf(rsvp),
      rsvps.reader.seatsOf([event]),
      questions.answersOf(event.id, guest.id),
      guest.namedBy[0] === undefined ? undefined : people.members.nameOf(guest.namedBy[0]),
    ])
    const { description, reason, questions: asked, joinUrl, format, status } = event
    const isGoing = mine?.state === 'going'
    return {
      event: {
        ...publicEventOf(summaryOf(event), seats, publicCoverOf(event)),
        description,
        reason,
        questions: asked,
        joinUrl: (isGoing && format !== 'inPerson' && joinUrl) || undefined,
      },
      name: guest.name,
      invitedBy,
      mine,
      answers,
      code: isGoing && status !== 'cancelled' ? codeOf(event.id, guest.id) : undefined,
      isOpen: areRsvpsOpen(event, clock()),
    }
  }

  /** Whether a visitor, or a member who goes and may invite them, has booked for the guest. */
  async function isInvited(tx: Transaction, { isVisitor, namedBy }: EventGuest, event: EventDocument) {
    if (isVisitor && event.visibility === 'public') return true
    const ids = namedBy.map((id) => joinedId(event.id, id))
    const answers = ids.length > 0 ? await tx.getMany(rsvpDocuments, ids) : []
    const active = await Promise.all(namedBy.map((id) => people.members.accountStateOf(tx, id)))
    return namedBy.some((_, at) => answers[at]?.state === 'going' && active[at] === 'active')
  }

  /** Visits of the address within a year, without the one to this event, and those that did not or will not happen. */
  async function otherVisits(tx: Pick<Reader, 'get' | 'getMany'>, { email, event }: EventGuest) {
    const known = await tx.get(guestVisits, keys.visitsOf(email))
    const since = isoInstant(clock() - YEAR)
    const others = (known?.visits ?? []).filter((visit) => visit.at > since && visit.event !== event)
    if (others.length === 0) return others
    const ids = others.map((visit) => joinedId(visit.event, keys.idOf(visit.event, email)))
    const [answers, found] = await Promise.all([
      tx.getMany(rsvpDocuments, ids),
      eventAccess.storedAmong(
        tx,
        others.map((visit) => visit.event),
      ),
    ])
    const byId = new Map(found.map((each) => [each.id, each]))
    return others.filter((visit, at) => canHappen(byId.get(visit.event), answers[at], clock()))
  }

  /** The reason for which the guest cannot come. */
  async function refusalOf(tx: Transaction, guest: EventGuest, event: EventDocument, before?: RsvpDocument) {
    const isClosed = !areRsvpsOpen(event, clock())
    // An offer can be claimed until it expires.
    if (before && HAVE_A_PLACE.has(before.state))
      return isClosed && before.state !== 'offered' ? conflict('rsvp_closed', m.guestsClosed()) : undefined
    const { visitsPerYear } = (await community.settings.current('guests')).value
    if (visitsPerYear === 0 || !takesGuests(event)) return conflict('no_guests', m.guestsNotTaken())
    // Blocks and suspensions concern members, who cannot come as guests.
    if (await people.members.idOfAddress(guest.email)) return conflict('has_account', m.guestsAccount())
    if (!(await isInvited(tx, guest, event))) return conflict('guest_withdrawn', m.guestsWithdrawn())
    if ((await otherVisits(tx, guest)).length >= visitsPerYear)
      return conflict('too_many_visits', m.guestsVisits({ count: visitsPerYear }))
    return undefined
  }

  /** A visit counts from the answer on. */
  async function visitsWith(tx: Transaction, guest: EventGuest, { startsAt }: EventDocument) {
    const others = await otherVisits(tx, guest)
    return (isComing: boolean) => {
      const visits = isComing ? [...others, { event: guest.event, at: startsAt }] : others
      const id = keys.visitsOf(guest.email)
      if (visits.length === 0) return tx.delete(guestVisits, id)
      const last = visits.map(({ at }) => Date.parse(at)).reduce((a, b) => Math.max(a, b))
      tx.put(guestVisits, { id, visits, expiresAt: isoInstant(last + YEAR) })
    }
  }

  return {
    /** The event of the link, its guest, and whether they have a seat there. */
    async eventOf(link: string): Promise<{ id: string; guestId: string; isGoing: boolean }> {
      const { guest, event } = await opened(link)
      const rsvp = await store.get(rsvpDocuments, joinedId(event.id, guest.id))
      return { id: event.id, guestId: guest.id, isGoing: rsvp?.state === 'going' }
    },

    async page(link: string): Promise<GuestPage> {
      const { guest, event } = await opened(link)
      return pageOf(guest, event)
    },

    /**
     * Confirms, changes or cancels. Repeating it changes nothing.
     * @throws Failure 400, 404, 409
     */
    async respond({ link, state, name, answers }: GuestRsvp): Promise<GuestPage> {
      const known = await opened(link)
      const given = name === undefined ? undefined : readName(name)
      const spoken = language()
      let guest = known.guest
      let countVisit: Awaited<ReturnType<typeof visitsWith>>
      const [outcome] = await rsvps.respondAll(known.event.id, [
        {
          memberId: guest.id,
          edit: { state, guests: 0, answers },
          async refusal(tx, stored, event): Promise<Failure | undefined> {
            const current = await tx.get(eventGuests, guest.id)
            if (current?.linkHash !== guest.linkHash) return notFound('invitation')
            guest = current
            countVisit = await visitsWith(tx, guest, event)
            return state === 'declined' ? undefined : refusalOf(tx, guest, event, stored)
          },
          onAnswered(tx, after) {
            guest = {
              ...guest,
              name: given ?? guest.name,
              // Until now it was that of the member who invited them.
              language: spoken,
              confirmedAt: guest.confirmedAt ?? isoInstant(clock()),
              deleteAt: deletionOf(known.event),
            }
            tx.put(eventGuests, guest)
            countVisit(MAY_COME.has(after.state) || Date.parse(known.event.startsAt) <= clock())
          },
        },
      ])
      if (outcome!.status === 'rejected') throw outcome!.reason
      return pageOf(guest, known.event)
    },
  }
}
