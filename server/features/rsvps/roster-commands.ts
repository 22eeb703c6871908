import { isDeepStrictEqual } from 'node:util'

import type { AccountStateLookup, AccountStates } from '#server/features/connections/types.ts'
import { allOf } from '#server/lib/all-of.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { notFound, stale } from '#server/lib/failure.ts'
import { joinedId } from '#server/lib/joined-id.ts'
import type { Notify } from '#server/features/notifications/types.ts'
import type { Reader, Transaction } from '#server/store/port.ts'

import { type OrganiserCommand, type RsvpDocument, rsvps, waitlistPromotions } from './collection.ts'
import type { RsvpChange, SeatOutcome } from './reconcile-seats.ts'
import { newRsvp, type SeatRules } from './seats.ts'
import { notifyOfSeat } from './transactions.ts'

interface Deps<E extends SeatRules> {
  clock: Clock
  notify: Notify
  eventOf: (reader: Pick<Reader, 'get'>, id: string) => Promise<E | undefined>
  transactOnSeats: <R>(eventId: string, work: (tx: Transaction) => Promise<R>) => Promise<R>
  accountStates: AccountStates
  applyChanges: (
    tx: Transaction,
    event: E,
    changes: { rsvpChanges: readonly RsvpChange[]; accountStateOf: AccountStateLookup },
  ) => Promise<SeatOutcome[]>
}

interface Given {
  eventId: string
  memberId: string
  /** Of the RSVP that the organiser saw; 0 without one. */
  version: number
  command: OrganiserCommand
}

interface Hooks {
  /** Throws when the organiser must not do this. In the same transaction, perhaps more than once. */
  assertAllowed: (tx: Transaction) => Promise<unknown>
  /** What else belongs to a change, in the same transaction. */
  onChange: (tx: Transaction, change: { before: RsvpDocument; after: RsvpDocument }) => Promise<void>
}

/** What organisers decide about single RSVPs. */
export function createRosterCommands<E extends SeatRules>(deps: Deps<E>) {
  const { clock, notify, eventOf, transactOnSeats, accountStates, applyChanges } = deps

  /** Stores the reason where those read it who waited longer, and notifies them. Reads all who wait. */
  async function recordPromotion(tx: Transaction, event: SeatRules, rsvp: RsvpDocument) {
    const { id, ticket = 0, member, command } = rsvp
    const { reason = '', by = '' } = command ?? {}
    const at = isoInstant(clock())
    const key = joinedId(id, String(ticket))
    tx.put(waitlistPromotions, { id: key, event: event.id, member, ticket, reason, by, at })
    if (member !== by) notifyOfSeat(tx, event, rsvp, notify)
    const passedOver = await allOf(tx, rsvps, {
      where: { event: event.id, state: 'waitlisted' },
      orderBy: 'ticket',
      range: { lt: ticket },
    })
    if (passedOver.length === 0) return
    notify(tx, {
      topic: 'passedOver',
      subject: { kind: 'event', id: event.id },
      occurrence: key,
      recipients: passedOver.map((each) => each.member),
      doneBy: by,
      data: { title: event.title, reason },
    })
  }

  return {
    /**
     * One command about one RSVP. Repeating it after a lost response succeeds and changes nothing.
     * @throws Failure 412 when the RSVP has changed since the organiser saw it; 409 when the command is not possible
     */
    async command({ eventId, memberId, version, command }: Given, { assertAllowed, onChange }: Hooks) {
      const accountStateOf = await accountStates()
      return transactOnSeats(eventId, async (tx) => {
        await assertAllowed(tx)
        const event = await eventOf(tx, eventId)
        if (!event) throw notFound('event')
        const id = joinedId(eventId, memberId)
        const before = (await tx.get(rsvps, id)) ?? newRsvp(id, event, memberId)
        if (before.version === version + 1 && isDeepStrictEqual(before.command, command)) return before
        const [outcome] = await applyChanges(tx, event, {
          rsvpChanges: [{ before, edit: command }],
          accountStateOf,
        })
        if (outcome?.status !== 'fulfilled') throw outcome?.reason
        const after = outcome.value.mine
        if (after === before) return before
        if ((before.version ?? 0) !== version) throw stale('RSVP')
        if (command.kind === 'promote') await recordPromotion(tx, event, after)
        await onChange(tx, { before, after })
        return { ...after, version: version + 1 }
      })
    },
  }
}
