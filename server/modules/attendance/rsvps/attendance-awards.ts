import { batchesOf } from '#shared/lib/batches.ts'
import type { EventStatus } from '#shared/events/rules.ts'
import { isGuestId } from '#shared/people/guest-id.ts'
import { RULES_IN_FORCE } from '#shared/prestige/rules.ts'
import type { Prestige } from '#server/modules/prestige/module.ts'
import type { Award } from '#server/modules/prestige/types.ts'
import { allOf, eachOf } from '#server/store/all-of.ts'
import type { Transaction } from '#server/store/port.ts'

import { type RsvpDocument, rsvps } from './seats/collection.ts'

/** The parts of an event that awards contain. */
export interface AwardedEvent {
  id: string
  title: string
  status: EventStatus
  hosts: readonly string[]
  /** ISO instant. */
  startsAt: string
}

const BATCH = 500

/** Attendees and hosts of an event earn prestige, as long as the attendees are checked in. */
export function createAttendanceAwards({ prestige }: { prestige: Prestige }) {
  const { setAwards } = prestige.awards

  /**
   * At a cancelled event, whose awards are undone, nothing is earned again.
   * @param before the stored RSVPs
   * @param after those of the same members, in the same order
   */
  async function checkInsChanged(
    tx: Transaction,
    event: AwardedEvent,
    { before, after }: { before: readonly RsvpDocument[]; after: readonly RsvpDocument[] },
  ) {
    if (after.length === 0 || event.status === 'cancelled') return
    const attended = after.flatMap((rsvp, at) =>
      isGuestId(rsvp.member) ? [] : [attendedAward(event, rsvp, before[at]!)],
    )
    const earlier = await firstGuests(tx, event, before.filter(isCheckedIn).length)
    const changed = new Set(after.map(({ id }) => id))
    const later = [
      ...earlier.filter(({ id }) => !changed.has(id)),
      ...after.filter((rsvp) => isCheckedIn(rsvp) && isGuest(event, rsvp)),
    ]
    const confirmers = hostConfirmers(later)
    const hosted = confirmers.join() === hostConfirmers(earlier).join() ? [] : hostedAwards(event, confirmers)
    await setAwards(tx, [...attended, ...hosted], { reason: 'notCheckedIn' })
  }

  return {
    checkInsChanged,

    /** Only current hosts earn, dated by the current start. */
    async eventChanged(tx: Transaction, before: AwardedEvent, event: AwardedEvent) {
      if (before.hosts.join() === event.hosts.join() && before.startsAt === event.startsAt) return
      const former = before.hosts.filter((host) => !event.hosts.includes(host))
      const confirmers = hostConfirmers(await firstGuests(tx, event))
      await setAwards(tx, hostedAwards({ ...event, hosts: former }, []), { reason: 'notHost' })
      await setAwards(tx, hostedAwards(event, confirmers), { reason: 'notCheckedIn' })
    },

    async eventCancelled(tx: Transaction, event: AwardedEvent) {
      const arrived = await allOf(tx, rsvps, { where: { event: event.id }, orderBy: 'checkedInAt' })
      const awards: Award[] = arrived
        .filter(({ member }) => !isGuestId(member))
        .map((rsvp) => ({ ...attendedAward(event, rsvp, rsvp), confirmedBy: [] }))
      if (awards.length > 0) awards.push(...hostedAwards(event, []))
      for (const batch of batchesOf(awards, BATCH)) await setAwards(tx, batch, { reason: 'eventCancelled' })
    },
  }
}

/** Members who gave up their seat after they were checked in. */
export function noLongerCheckedIn(stored: readonly RsvpDocument[], changed: readonly RsvpDocument[]) {
  const pairs = changed.flatMap((after) => {
    const before = stored.find(({ id }) => id === after.id)
    return before?.checkedInAt !== undefined && after.checkedInAt === undefined ? [{ before, after }] : []
  })
  return { before: pairs.map(({ before }) => before), after: pairs.map(({ after }) => after) }
}

/** The first guests among the checked-in people. @param more number of them that are about to change */
async function firstGuests(tx: Transaction, event: AwardedEvent, more = 0) {
  const wanted = RULES_IN_FORCE.hostedCheckIns + more
  const query = { where: { event: event.id }, orderBy: 'checkedInAt' }
  const guests: RsvpDocument[] = []
  for await (const rsvp of eachOf(tx, rsvps, query, Math.min(BATCH, wanted + event.hosts.length))) {
    if (isGuest(event, rsvp)) guests.push(rsvp)
    if (guests.length === wanted) break
  }
  return guests
}

/** Whether their arrival counts for the hosts. No one earns by adding people, or by people without an account. */
const isGuest = ({ hosts }: AwardedEvent, { member, command }: RsvpDocument) =>
  !hosts.includes(member) && command?.kind !== 'add' && !isGuestId(member)

const isCheckedIn = ({ checkedInAt }: RsvpDocument) => checkedInAt !== undefined

function attendedAward(event: AwardedEvent, rsvp: RsvpDocument, before: RsvpDocument) {
  const { member, checkedInAt, checkedInBy = '', laterArrivals = [] } = rsvp
  const confirmedBy = checkedInAt === undefined ? [] : [checkedInBy, ...laterArrivals.map(({ by }) => by)]
  const at = checkedInAt ?? before.checkedInAt ?? event.startsAt
  return awardOf(event, { kind: 'eventAttended', member, confirmedBy, at })
}

/** The first guests to arrive; empty while there are too few. */
function hostConfirmers(arrived: readonly RsvpDocument[]) {
  const { hostedCheckIns } = RULES_IN_FORCE
  const guests = arrived
    .toSorted((a, b) => compare(a.checkedInAt!, b.checkedInAt!) || compare(a.id, b.id))
    .map(({ member }) => member)
  return guests.length < hostedCheckIns ? [] : guests.slice(0, hostedCheckIns)
}

const hostedAwards = (event: AwardedEvent, confirmedBy: readonly string[]) =>
  event.hosts.map((member) =>
    awardOf(event, { kind: 'eventHosted', member, confirmedBy, at: event.startsAt }),
  )

const awardOf = (
  { id, title }: AwardedEvent,
  award: Pick<Award, 'kind' | 'member' | 'confirmedBy' | 'at'>,
): Award => ({ ...award, source: `event:${id}`, subject: title })

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b))
