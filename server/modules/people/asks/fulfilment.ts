import { Type } from 'typebox'

import * as m from '#shared/people/messages.ts'
import { FULFILLED_SHOWN, type FulfilledAsks, type Fulfilment } from '#shared/people/asks.ts'
import { exported } from '#server/modules/account-data-part.ts'
import type { Actor } from '#server/modules/actor.ts'
import type { Operations } from '#server/modules/operations/module.ts'
import { blocksBetween } from '#server/modules/people/blocks/reading.ts'
import type { MemberService } from '#server/modules/people/members/service.ts'
import type { MemberWriter } from '#server/modules/people/members/writer.ts'
import { allOf, deleteAll } from '#server/store/all-of.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { invalidFields, notFound } from '#server/lib/failure.ts'
import { createSubscribers } from '#server/lib/subscribers.ts'
import type { Store } from '#server/store/port.ts'
import { parseCard } from '#server/views/cards.ts'

import { type FulfilledAsk, fulfilledAsks } from './collection.ts'
import { fulfilledToAnswer, helpersWith, latestFulfilled } from './queries.ts'

/** Fulfilled asks of the member, and those with which they helped. */
const ExportedFulfilledAsksSchema = Type.Array(
  Type.Object({
    owner: Type.String(),
    text: Type.String(),
    fulfilledAt: Type.String(),
    helper: Type.Optional(Type.String()),
    isNamed: Type.Optional(Type.Boolean()),
  }),
)

interface Deps {
  store: Store
  clock: Clock
  operations: Operations
  members: MemberService
  writer: MemberWriter
}

/** Fulfilled asks in the list. */
const MAX_LISTED = 20

export type AskFulfilment = ReturnType<typeof createAskFulfilment>

/** Ends asks that were fulfilled, and names who helped if both agree. */
export function createAskFulfilment({ store, clock, operations, members, writer }: Deps) {
  const { audit, outbox } = operations
  const agreed = createSubscribers<[ask: FulfilledAsk & { helper: string }]>()
  const latest = { orderBy: 'fulfilledAt', direction: 'desc' } as const
  const ofHelper = (helper: string) => ({ where: { helper }, ...latest })
  const ofOwner = (owner: string) => ({ where: { owner }, ...latest })

  return {
    /** Called after a helper has agreed to be named. Repeating it must change nothing. */
    onAgreed: agreed.subscribe,

    /** Members who offered to help with an ask of the actor, as far as the actor sees them. */
    async helpers({ id }: Pick<Actor, 'id'>, askId: string) {
      const ids = helpersWith(await store.views(), id, askId)
      return { items: await members.cards(id, ids) }
    },

    /**
     * Takes the ask off the profile. Repeating it succeeds.
     * @throws Failure 400 unless the helper has offered to help, 404
     */
    async fulfil({ id: owner, sessionHash }: Actor, askId: string, { helper }: Fulfilment): Promise<void> {
      const helpers = helper === undefined ? [] : helpersWith(await store.views(), owner, askId)
      await writer.writeUnlessDeleted(owner, async (before, tx) => {
        const ask = before.asks.find(({ id }) => id === askId)
        if (!ask) {
          if ((await tx.get(fulfilledAsks, askId))?.owner === owner) return before
          throw notFound('ask')
        }
        if (helper !== undefined && !helpers.includes(helper))
          throw invalidFields({ helper: m.askHelperRule() })
        const { text } = ask
        tx.put(fulfilledAsks, { id: askId, owner, text, fulfilledAt: isoInstant(clock()), helper })
        await audit.record(
          { action: 'ask.fulfilled', actor: owner, target: helper ?? owner, sessionHash },
          tx,
        )
        if (helper !== undefined)
          outbox.notify(tx, {
            topic: 'askFulfilled',
            subject: { kind: 'asks', id: askId },
            dedupeKey: askId,
            actor: owner,
            recipients: [helper],
            data: { text },
          })
        return { ...before, asks: before.asks.filter((each) => each !== ask) }
      })
    },

    /** Takes it off the list. Repeating it succeeds. */
    remove: ({ id }: Pick<Actor, 'id'>, askId: string): Promise<void> =>
      store.transact(async (tx) => {
        if ((await tx.get(fulfilledAsks, askId))?.owner === id) tx.delete(fulfilledAsks, askId)
      }),

    /** The helper's answer, which they can change. @throws Failure 404 */
    async answer({ id: helper, sessionHash }: Actor, askId: string, isNamed: boolean): Promise<void> {
      const ask = await store.transact(async (tx) => {
        const before = await tx.get(fulfilledAsks, askId)
        if (before?.helper !== helper) throw notFound('ask')
        const [{ byViewer, ofViewer }, state] = await Promise.all([
          blocksBetween(tx, helper, before.owner),
          members.accountStateOf(tx, before.owner),
        ])
        if (byViewer || ofViewer || state !== 'active') throw notFound('ask')
        if (before.isNamed !== isNamed) {
          tx.put(fulfilledAsks, { ...before, isNamed })
          const action = isNamed ? 'ask.helper_agreed' : 'ask.helper_declined'
          await audit.record({ action, actor: helper, target: before.owner, sessionHash }, tx)
        }
        return { ...before, helper }
      })
      if (isNamed) await agreed.emit(ask)
    },

    /** The latest that the viewer may see, and those about which their owners ask the viewer. */
    async list({ id }: Pick<Actor, 'id'>): Promise<FulfilledAsks> {
      const views = await store.views()
      const since = isoInstant(clock() - FULFILLED_SHOWN)
      return {
        toAnswer: fulfilledToAnswer(views, id, MAX_LISTED).map(withCards),
        items: latestFulfilled(views, id, since, MAX_LISTED).map(withCards),
      }
    },

    async exportOf(memberId: string) {
      const [own, helped] = await Promise.all([
        allOf(store, fulfilledAsks, ofOwner(memberId)),
        allOf(store, fulfilledAsks, ofHelper(memberId)),
      ])
      return [...own, ...helped]
    },

    /** Deletes those of the member, and names the member nowhere else. */
    async forget(memberId: string): Promise<void> {
      await deleteAll(store, fulfilledAsks, ofOwner(memberId))
      for (const { id } of await allOf(store, fulfilledAsks, ofHelper(memberId)))
        await store.transact(async (tx) => {
          const ask = await tx.get(fulfilledAsks, id)
          if (ask?.helper !== memberId) return
          const { helper: _, isNamed: __, ...rest } = ask
          tx.put(fulfilledAsks, rest)
        })
    },
  }
}

const withCards = ({ member, helper, ...ask }: ReturnType<typeof latestFulfilled>[number]) => ({
  ...ask,
  member: parseCard(member),
  helper: helper === null ? undefined : parseCard(helper),
})

export const fulfilledAsksAccountData = (service: AskFulfilment) =>
  exported(
    { name: 'fulfilledAsks', collections: [fulfilledAsks], schema: ExportedFulfilledAsksSchema },
    service,
  )
