import { Type, type Static } from 'typebox'

import * as m from '#shared/people/messages.ts'
import { visibleLength } from '#shared/lib/visible-length.ts'
import {
  INTRODUCTION_LIMITS,
  INTRODUCTION_COUNTS_FOR,
  INTRODUCTION_LIFETIME,
  INTRODUCTION_SHOWN,
} from '#shared/people/introduction-rules.ts'
import type {
  AskedIntroduction,
  MadeIntroduction,
  Introductions,
  NewIntroduction,
} from '#shared/people/introductions.ts'
import { exported } from '#server/modules/account-data-part.ts'
import type { Operations } from '#server/modules/operations/module.ts'
import { blocksBetween } from '#server/modules/people/blocks/reading.ts'
import type { AskService } from '#server/modules/people/asks/service.ts'
import type { ConnectionService } from '#server/modules/people/connections/service.ts'
import { accountStateOf } from '#server/modules/people/members/account-state.ts'
import type { SuggestionService } from '#server/modules/people/suggestions/service.ts'
import { allOf, deleteAll } from '#server/store/all-of.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { conflict, invalidFields, notFound } from '#server/lib/failure.ts'
import { joinedId } from '#server/store/joined-id.ts'
import { paragraphs } from '#server/lib/text/plain-text.ts'
import type { Reader, Store, Transaction } from '#server/store/port.ts'

import { type IntroductionDocument, introductions } from './collection.ts'
import { answered, isOpen, otherOf, pairOf } from './introduction-state.ts'
import { acquaintanceOf, askedIntroductions, candidateCards, madeIntroductions } from './queries.ts'

/** Introductions that the member made or is part of; `answer` is their own. */
const ExportedIntroductionsSchema = Type.Array(
  Type.Object({
    /** Undefined when two members chose to meet again after this event. */
    introducer: Type.Optional(Type.String()),
    event: Type.Optional(Type.String()),
    people: Type.Array(Type.String()),
    reason: Type.String(),
    /** Id of an ask of one of the two. */
    ask: Type.Optional(Type.String()),
    introducedAt: Type.String(),
    connectedAt: Type.Optional(Type.String()),
    answer: Type.Optional(Type.Enum(['accepted', 'declined'])),
  }),
)
export type ExportedIntroductions = Static<typeof ExportedIntroductionsSchema>

interface Deps {
  store: Store
  clock: Clock
  newId: () => string
  outbox: Operations['outbox']
  connections: ConnectionService
  suggestions: SuggestionService
  asks: AskService
}

/** Far more than anyone is asked within the time for which questions are shown. */
const MAX_QUESTIONS = 100
/** The latest connections, which are compared. */
const MAX_COMPARED = 200
const MAX_CANDIDATES = 24
const LISTED_FOR = INTRODUCTION_LIFETIME + INTRODUCTION_SHOWN

export type IntroductionService = ReturnType<typeof createIntroductionService>

/**
 * Introductions that a member makes between two connections, who are connected once both accept. A decline is never
 * revealed: to the introducer and to the other it looks like no answer.
 */
export function createIntroductionService(deps: Deps) {
  const { store, clock, newId, outbox, connections, suggestions, asks } = deps

  const askedOf = async (memberId: string): Promise<AskedIntroduction[]> =>
    askedIntroductions(await store.views(), { memberId, now: clock() }, MAX_QUESTIONS)

  /** Introductions that can still be shown to one of the two. */
  async function latestOf(reader: Pick<Reader, 'find'>, memberId: string) {
    const { items } = await reader.find(introductions, {
      contains: { field: 'people', value: memberId },
      orderBy: 'introducedAt',
      direction: 'desc',
      range: { gt: isoInstant(clock() - LISTED_FOR) },
      limit: MAX_QUESTIONS,
    })
    return items.filter(({ followedUpAt }) => !followedUpAt)
  }

  /** The last to answer learns it from the response. */
  async function connectBoth(
    tx: Transaction,
    { id, introducer, event }: IntroductionDocument,
    [actor, other]: readonly [string, string],
  ) {
    await connections.commands.connect(tx, actor, other)
    const about = { topic: 'introduction', subject: { kind: 'introduction', id }, actor } as const
    const news = event === undefined ? 'connected' : 'meetAgain'
    outbox.notify(tx, { ...about, dedupeKey: `${id} connected`, recipients: [other], data: { news } })
    // The actor can see the introducer; the other may not be able to.
    if (introducer === undefined || (await isBlocked(tx, other, introducer))) return
    const data = { news: 'accepted' }
    outbox.notify(tx, { ...about, dedupeKey: `${id} accepted`, recipients: [introducer], data })
  }

  async function answer(actor: string, id: string, accepts: boolean) {
    await store.transact(async (tx) => {
      const before = await tx.get(introductions, id)
      if (!before?.people.includes(actor)) throw notFound('introduction')
      const other = otherOf(before, actor)
      if (!(await isAnswerable(tx, before, [actor, other]))) throw notFound('introduction')
      if (before.connectedAt && !accepts) throw alreadyConnected()
      const now = clock()
      if (!before.connectedAt && !isOpen(before, now)) throw lapsed()
      const after = answered(before, { actor, accepts, now })
      if (after === before) return
      tx.put(introductions, after)
      if (after.connectedAt) await connectBoth(tx, after, [actor, other])
    })
  }

  async function assertIntroducible(introducer: string, [one = '', other = '']: readonly string[]) {
    const { areKnown, areStrangers } = acquaintanceOf(await store.views(), introducer, [one, other])
    if (!areKnown) throw invalidFields({ people: m.introducePeopleRule() })
    if (!areStrangers) throw notPossible()
  }

  /** The ask, unless it has ended meanwhile, which changes nothing else. */
  async function askOf(introducer: string, { ask, people }: NewIntroduction) {
    const open = ask && (await asks.open(introducer, ask))
    return open && people.includes(open.owner) ? ask : undefined
  }

  return {
    /** Members to whom the introducer could introduce the member: best matches first, then the latest connections. */
    async candidates(introducer: string, memberId: string) {
      const cards = candidateCards(await store.views(), introducer, memberId, MAX_COMPARED)
      const matches = await suggestions.matchesBetween(
        memberId,
        cards.map(({ id }) => id),
      )
      return cards
        .map((member) => ({ member, ...matches.get(member.id) }))
        .toSorted((a, b) => (b.points ?? 0) - (a.points ?? 0))
        .slice(0, MAX_CANDIDATES)
        .map(({ member, match }) => ({ member, match }))
    },

    /**
     * @param key the same when a request is repeated because its response was lost: with the same reason they are
     * asked once
     * @throws Failure 409 when the two cannot be introduced, the same for each reason that the introducer must not
     * learn
     */
    async introduce(introducer: string, sent: NewIntroduction, key = newId()): Promise<MadeIntroduction> {
      const { people } = sent
      const reason = paragraphs(sent.reason)
      if (visibleLength(reason) === 0) throw invalidFields({ reason: m.introduceReasonRule() })
      await assertIntroducible(introducer, people)
      const ask = await askOf(introducer, sent)
      const pair = pairOf(people)
      const id = joinedId(introducer, pair, key, reason)
      await store.transact(async (tx) => {
        if (await tx.get(introductions, id)) return
        const now = clock()
        const [last] = (await latest(tx, { pair }, 1)).items
        if (last && isOpen(last, now)) throw last.introducer === introducer ? alreadyAsked() : notPossible()
        const own = (await latest(tx, { introducer }, MAX_QUESTIONS)).items
        if (own.filter((one) => isOpen(one, now)).length >= INTRODUCTION_LIMITS.open) throw tooManyOpen()
        const introducedAt = isoInstant(now)
        const created = {
          id,
          introducer,
          people,
          pair,
          reason,
          ask,
          introducedAt,
          accepted: [],
          declined: [],
        }
        tx.create(introductions, created)
        outbox.notify(tx, {
          topic: 'introduction',
          subject: { kind: 'introduction', id },
          dedupeKey: id,
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

    async list(memberId: string): Promise<Introductions> {
      const views = await store.views()
      const viewing = { memberId, now: clock() }
      return {
        asked: askedIntroductions(views, viewing, MAX_QUESTIONS),
        made: madeIntroductions(views, viewing, MAX_QUESTIONS),
      }
    },

    /** Questions to the member, and introductions that have connected them but have no meeting yet; latest first. */
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
      const introduction = await reader.get(introductions, id)
      if (!introduction?.connectedAt || !introduction.people.every((person) => people.includes(person)))
        return undefined
      return introduction
    },

    /**
     * Introductions that connected two of these people, and still count at the time of the meeting. @param metAt ISO
     * instant
     */
    async introductionsBehind(reader: Pick<Reader, 'find'>, people: readonly string[], metAt: string) {
      const earliest = Date.parse(metAt) - INTRODUCTION_COUNTS_FOR
      const range = { gt: isoInstant(earliest - INTRODUCTION_LIFETIME), lte: metAt }
      const found = new Map<string, IntroductionDocument & { introducer: string }>()
      // Each is about two of these people, so those of the first are included in those of the others.
      for (const value of people.slice(1)) {
        const contains = { field: 'people', value }
        const query = { contains, orderBy: 'introducedAt', direction: 'desc', range } as const
        for (const introduction of await allOf(reader, introductions, query))
          if (isMade(introduction) && hasConnected(introduction, people, { earliest, metAt }))
            found.set(introduction.id, introduction)
      }
      return [...found.values()]
    },

    /** Called in the transaction in which `by` chooses to meet `of` again after an event, as `of` has before. */
    async chosenByBoth(tx: Transaction, { event, by, of }: { event: string; by: string; of: string }) {
      const people = [by, of]
      const pair = pairOf(people)
      const at = isoInstant(clock())
      const id = joinedId(event, 'meet again', pair)
      const times = { introducedAt: at, connectedAt: at }
      const agreed = { id, event, people, pair, reason: '', accepted: people, declined: [], ...times }
      tx.put(introductions, agreed)
      await connectBoth(tx, agreed, [by, of])
    },

    /**
     * Called in the transaction that proposes a meeting: completes the introduction that connected the organiser
     * with them.
     */
    async followUp(tx: Transaction, organiser: string, participants: readonly string[]): Promise<void> {
      const now = clock()
      for (const introduction of await latestOf(tx, organiser))
        if (introduction.connectedAt && participants.includes(otherOf(introduction, organiser)))
          tx.put(introductions, { ...introduction, followedUpAt: isoInstant(now) })
    },

    /** Called in the transaction that creates a block: the blocker's acceptances no longer count. */
    async endByBlock(tx: Transaction, blocker: string, blocked: string): Promise<void> {
      const { items } = await latest(tx, { pair: pairOf([blocker, blocked]) }, MAX_QUESTIONS)
      for (const introduction of items) {
        const after = answered(introduction, { actor: blocker, accepts: false, now: clock() })
        if (after !== introduction) tx.put(introductions, after)
      }
    },

    /** Excludes the answers of others. */
    async exportOf(memberId: string) {
      const all = await Promise.all(ofMember(memberId).map((query) => allOf(store, introductions, query)))
      return all
        .flat()
        .map(({ introducer, event, people, reason, ask, introducedAt, connectedAt, accepted, declined }) => ({
          introducer,
          event,
          people,
          reason,
          ask,
          introducedAt,
          connectedAt,
          answer: answerOf(memberId, accepted, declined),
        }))
    },

    /** Deletes introductions by the member and of them. The resulting connections are kept. */
    forget: (memberId: string): Promise<void> => deleteAll(store, introductions, ...ofMember(memberId)),
  }
}

/** Introductions by the member, and of them. */
const ofMember = (memberId: string) =>
  [
    { where: { introducer: memberId }, orderBy: 'introducedAt', direction: 'desc' },
    { contains: { field: 'people', value: memberId }, orderBy: 'introducedAt', direction: 'desc' },
  ] as const

const isMade = <I extends IntroductionDocument>(
  introduction: I,
): introduction is I & { introducer: string } => introduction.introducer !== undefined

const hasConnected = (
  { people, connectedAt = '' }: IntroductionDocument,
  among: readonly string[],
  { earliest, metAt }: { earliest: number; metAt: string },
) => people.every((id) => among.includes(id)) && Date.parse(connectedAt) >= earliest && connectedAt <= metAt

const latest = (
  reader: Pick<Reader, 'find'>,
  where: { pair: string } | { introducer: string },
  limit: number,
) => reader.find(introductions, { where, orderBy: 'introducedAt', direction: 'desc', limit })

function answerOf(
  memberId: string,
  accepted: readonly string[],
  declined: readonly string[],
): ExportedIntroductions[number]['answer'] {
  if (accepted.includes(memberId)) return 'accepted'
  return declined.includes(memberId) ? 'declined' : undefined
}

const notPossible = () => conflict('introduction_not_possible', m.introduceNotPossible())
const alreadyAsked = () => conflict('already_introduced', m.introduceAgain())
const tooManyOpen = () =>
  conflict('too_many_introductions', m.introduceLimit({ most: INTRODUCTION_LIMITS.open }))
const alreadyConnected = () => conflict('already_connected', m.alreadyConnected())
const lapsed = () => conflict('introduction_expired', m.introductionExpired())

/** Whether all relationships that it needs still exist; decided in the transaction. */
async function isAnswerable(
  tx: Transaction,
  { introducer }: IntroductionDocument,
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

export const introductionsAccountData = (service: IntroductionService) =>
  exported(
    { name: 'introductions', collections: [introductions], schema: ExportedIntroductionsSchema },
    service,
  )
