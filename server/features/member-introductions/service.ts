import { visibleLength } from '#shared/visible-length.ts'
import {
  MEMBER_INTRODUCTION_LIMITS,
  INTRODUCTION_COUNTS_FOR,
  INTRODUCTION_LIFETIME,
  INTRODUCTION_SHOWN,
} from '#shared/member-introduction-rules.ts'
import type {
  AskedIntroduction,
  MadeIntroduction,
  MemberIntroductions,
  NewMemberIntroduction,
} from '#shared/member-introductions.ts'
import type { AccountStateOf, BlocksBetween } from '#server/features/connections/types.ts'
import type { Notify } from '#server/features/notifications/types.ts'
import { allOf } from '#server/lib/all-of.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { conflict, invalidFields, notFound } from '#server/lib/failure.ts'
import { joinedId } from '#server/lib/joined-id.ts'
import { paragraphs } from '#server/lib/plain-text.ts'
import type { Reader, Store, Transaction } from '#server/store/port.ts'

import { type MemberIntroductionDocument, memberIntroductions } from './collection.ts'
import { answered, isOpen, otherOf, pairOf } from './introduction-state.ts'
import { acquaintanceOf, askedIntroductions, madeIntroductions } from './queries.ts'

interface Deps {
  store: Store
  clock: Clock
  newId: () => string
  notify: Notify
  accountStateOf: AccountStateOf
  blocksBetween: BlocksBetween
  /** Connects the two, in the transaction that stores the second acceptance. */
  connect: (tx: Transaction, one: string, other: string) => Promise<void>
}

/** Far more than anyone is asked within the time for which questions are shown. */
const MOST = 100
const LISTED_FOR = INTRODUCTION_LIFETIME + INTRODUCTION_SHOWN

export type MemberIntroductionService = ReturnType<typeof createMemberIntroductionService>

/**
 * Introductions that a member makes between two connections, who are connected once both accept. Nobody learns of a
 * decline: to the introducer and to the other it looks like no answer.
 */
export function createMemberIntroductionService(deps: Deps) {
  const { store, clock, newId, notify, accountStateOf, blocksBetween, connect } = deps

  const askedOf = async (memberId: string): Promise<AskedIntroduction[]> =>
    askedIntroductions(await store.views(), { memberId, now: clock() }, MOST)

  /** Introductions that can still be shown to one of the two. */
  async function latestOf(reader: Pick<Reader, 'find'>, memberId: string) {
    const { items } = await reader.find(memberIntroductions, {
      contains: { field: 'people', value: memberId },
      orderBy: 'introducedAt',
      direction: 'desc',
      range: { gt: isoInstant(clock() - LISTED_FOR) },
      limit: MOST,
    })
    return items.filter(({ followedUpAt }) => !followedUpAt)
  }

  /** Whether all of them still have to do with each other; decided in the transaction. */
  async function isAnswerable(
    tx: Transaction,
    { introducer }: MemberIntroductionDocument,
    pair: readonly [string, string],
  ) {
    const [actor, other] = pair
    const people = introducer === undefined ? [other] : [other, introducer]
    const states = await Promise.all(people.map((id) => accountStateOf(tx, id)))
    const blocked = await Promise.all(people.map((id) => isBlocked(tx, actor, id)))
    return states.every((state) => state === 'active') && !blocked.includes(true)
  }

  async function isBlocked(tx: Transaction, one: string, other: string) {
    const { byViewer, ofViewer } = await blocksBetween(tx, one, other)
    return byViewer || ofViewer
  }

  /** Who answered last learns it from the response. */
  async function connectBoth(
    tx: Transaction,
    { id, introducer, event }: MemberIntroductionDocument,
    [actor, other]: readonly [string, string],
  ) {
    await connect(tx, actor, other)
    const about = { topic: 'introduction', subject: { kind: 'introduction', id }, actor } as const
    const news = event === undefined ? 'connected' : 'meetAgain'
    notify(tx, { ...about, occurrence: `${id} connected`, recipients: [other], data: { news } })
    // The actor can see the introducer; whether the other can is unknown.
    if (introducer === undefined || (await isBlocked(tx, other, introducer))) return
    const data = { news: 'accepted' }
    notify(tx, { ...about, occurrence: `${id} accepted`, recipients: [introducer], data })
  }

  async function answer(actor: string, id: string, accepts: boolean) {
    await store.transact(async (tx) => {
      const before = await tx.get(memberIntroductions, id)
      if (!before?.people.includes(actor)) throw notFound('introduction')
      const other = otherOf(before, actor)
      if (!(await isAnswerable(tx, before, [actor, other]))) throw notFound('introduction')
      if (before.connectedAt && !accepts) throw alreadyConnected()
      const now = clock()
      if (!before.connectedAt && !isOpen(before, now)) throw lapsed()
      const after = answered(before, { actor, accepts, now })
      if (after === before) return
      tx.put(memberIntroductions, after)
      if (after.connectedAt) await connectBoth(tx, after, [actor, other])
    })
  }

  async function assertIntroducible(introducer: string, [one = '', other = '']: readonly string[]) {
    const { areKnown, areStrangers } = acquaintanceOf(await store.views(), introducer, [one, other])
    if (!areKnown) throw invalidFields({ people: 'Choose two of your connections.' })
    if (!areStrangers) throw notPossible()
  }

  function madeBy(memberId: string) {
    const where = { introducer: memberId }
    return allOf(store, memberIntroductions, { where, orderBy: 'introducedAt', direction: 'desc' })
  }

  function madeFor(memberId: string) {
    const contains = { field: 'people', value: memberId }
    return allOf(store, memberIntroductions, { contains, orderBy: 'introducedAt', direction: 'desc' })
  }

  return {
    /**
     * @param key the same when a request is repeated because its response was lost: with the same reason they are asked
     *   once
     * @throws Failure 409 when the two cannot be introduced, the same for each reason that is not the introducer's to know
     */
    async introduce(
      introducer: string,
      sent: NewMemberIntroduction,
      key = newId(),
    ): Promise<MadeIntroduction> {
      const { people } = sent
      const reason = paragraphs(sent.reason)
      if (visibleLength(reason) === 0) throw invalidFields({ reason: 'Write why they should meet.' })
      await assertIntroducible(introducer, people)
      const pair = pairOf(people)
      const id = joinedId(introducer, pair, key, reason)
      await store.transact(async (tx) => {
        if (await tx.get(memberIntroductions, id)) return
        const now = clock()
        const [last] = (await latest(tx, { pair }, 1)).items
        if (last && isOpen(last, now)) throw last.introducer === introducer ? alreadyAsked() : notPossible()
        const own = (await latest(tx, { introducer }, MOST)).items
        if (own.filter((one) => isOpen(one, now)).length >= MEMBER_INTRODUCTION_LIMITS.open)
          throw tooManyOpen()
        const introducedAt = isoInstant(now)
        const created = { id, introducer, people, pair, reason, introducedAt, accepted: [], declined: [] }
        tx.create(memberIntroductions, created)
        notify(tx, {
          topic: 'introduction',
          subject: { kind: 'introduction', id },
          occurrence: id,
          actor: introducer,
          recipients: people,
          data: {},
        })
      })
      const viewing = { memberId: introducer, now: clock() }
      const [made] = madeIntroductions(await store.views(), viewing, 1, id)
      if (!made) throw notPossible()
      return made
    },

    async list(memberId: string): Promise<MemberIntroductions> {
      const views = await store.views()
      const viewing = { memberId, now: clock() }
      return {
        asked: askedIntroductions(views, viewing, MOST),
        made: madeIntroductions(views, viewing, MOST),
      }
    },

    /** Questions to the member, and introductions by which they are connected now but have no meeting yet; latest first. */
    askedOf,

    /** Accepting twice succeeds. @throws Failure 409 after it has lapsed */
    async accept(actor: string, id: string): Promise<AskedIntroduction> {
      await answer(actor, id, true)
      const viewing = { memberId: actor, now: clock() }
      const [asked] = askedIntroductions(await store.views(), viewing, 1, id)
      if (!asked) throw notFound('introduction')
      return asked
    },

    /** Silent: neither the introducer nor the other can notice. Declining twice succeeds. */
    decline: (actor: string, id: string): Promise<void> => answer(actor, id, false),

    /** The introduction, if it connected two of these people. @param people of a meeting, in any order */
    async introductionOf(reader: Pick<Reader, 'get'>, id: string, people: readonly string[]) {
      const introduction = await reader.get(memberIntroductions, id)
      if (!introduction?.connectedAt || !introduction.people.every((person) => people.includes(person)))
        return undefined
      return introduction
    },

    /** Introductions by which a member connected two of these people, no longer before they met than they count. @param metAt ISO instant */
    async introductionsBehind(reader: Pick<Reader, 'find'>, people: readonly string[], metAt: string) {
      const earliest = Date.parse(metAt) - INTRODUCTION_COUNTS_FOR
      const range = { gt: isoInstant(earliest - INTRODUCTION_LIFETIME), lte: metAt }
      const found = new Map<string, MemberIntroductionDocument & { introducer: string }>()
      // Each is of two of these people, so that those of the first are among those of the others.
      for (const value of people.slice(1)) {
        const contains = { field: 'people', value }
        const query = { contains, orderBy: 'introducedAt', direction: 'desc', range } as const
        for (const introduction of await allOf(reader, memberIntroductions, query))
          if (isMade(introduction) && hasConnected(introduction, people, { earliest, metAt }))
            found.set(introduction.id, introduction)
      }
      return [...found.values()]
    },

    /** In the transaction in which `by` chooses to meet `of` again after an event, as `of` has before. */
    async chosenByBoth(tx: Transaction, { event, by, of }: { event: string; by: string; of: string }) {
      const people = [by, of]
      const pair = pairOf(people)
      const at = isoInstant(clock())
      const id = joinedId(event, 'meet again', pair)
      const times = { introducedAt: at, connectedAt: at }
      const agreed = { id, event, people, pair, reason: '', accepted: people, declined: [], ...times }
      tx.put(memberIntroductions, agreed)
      await connectBoth(tx, agreed, [by, of])
    },

    /** In the transaction that proposes a meeting: nothing is left to do about what connected the organiser with them. */
    async followUp(tx: Transaction, organiser: string, participants: readonly string[]): Promise<void> {
      const now = clock()
      for (const introduction of await latestOf(tx, organiser))
        if (introduction.connectedAt && participants.includes(otherOf(introduction, organiser)))
          tx.put(memberIntroductions, { ...introduction, followedUpAt: isoInstant(now) })
    },

    /** In the transaction that creates a block: what the blocker accepted no longer counts. */
    async endByBlock(tx: Transaction, blocker: string, blocked: string): Promise<void> {
      const { items } = await latest(tx, { pair: pairOf([blocker, blocked]) }, MOST)
      for (const introduction of items) {
        const after = answered(introduction, { actor: blocker, accepts: false, now: clock() })
        if (after !== introduction) tx.put(memberIntroductions, after)
      }
    },

    /** Without the answers of others. */
    async exportOf(memberId: string) {
      const all = [...(await madeBy(memberId)), ...(await madeFor(memberId))]
      return all.map(
        ({ introducer, event, people, reason, introducedAt, connectedAt, accepted, declined }) => ({
          ...(introducer !== undefined && { introducer }),
          ...(event !== undefined && { event }),
          people,
          reason,
          introducedAt,
          ...(connectedAt && { connectedAt }),
          ...(accepted.includes(memberId) && { answer: 'accepted' as const }),
          ...(declined.includes(memberId) && { answer: 'declined' as const }),
        }),
      )
    },

    /** By the member and of them. Connections that came of it stay. */
    async forget(memberId: string): Promise<void> {
      for (const { id } of [...(await madeBy(memberId)), ...(await madeFor(memberId))]) {
        await store.transact(async (tx) => tx.delete(memberIntroductions, id))
      }
    },
  }
}

const isMade = <I extends MemberIntroductionDocument>(
  introduction: I,
): introduction is I & { introducer: string } => introduction.introducer !== undefined

const hasConnected = (
  { people, connectedAt = '' }: MemberIntroductionDocument,
  among: readonly string[],
  { earliest, metAt }: { earliest: number; metAt: string },
) => people.every((id) => among.includes(id)) && Date.parse(connectedAt) >= earliest && connectedAt <= metAt

const latest = (
  reader: Pick<Reader, 'find'>,
  where: { pair: string } | { introducer: string },
  limit: number,
) => reader.find(memberIntroductions, { where, orderBy: 'introducedAt', direction: 'desc', limit })

const notPossible = () =>
  conflict(
    'introduction_not_possible',
    'You can’t introduce these two right now. They might know each other already.',
  )
const alreadyAsked = () =>
  conflict('already_introduced', 'You’ve already introduced these two. They haven’t both answered yet.')
const tooManyOpen = () =>
  conflict(
    'too_many_introductions',
    `${MEMBER_INTRODUCTION_LIMITS.open} of your introductions are waiting for answers, which is the limit. Try again when one has been answered.`,
  )
const alreadyConnected = () => conflict('already_connected', 'You’re already connected.')
const lapsed = () => conflict('introduction_expired', 'This introduction has expired.')
