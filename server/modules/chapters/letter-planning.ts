import * as m from '#shared/chapters/messages.ts'
import type { LetterEdit } from '#shared/chapters/letters.ts'
import { LETTER_LIMITS } from '#shared/chapters/rules.ts'
import { DAY } from '#shared/lib/durations.ts'
import type { MemberRole } from '#shared/people/roles.ts'
import { visibleLength } from '#shared/lib/visible-length.ts'
import { type Clock, isoInstant, normalInstant } from '#server/lib/clock.ts'
import { assertValid, Failure, notFound, stale } from '#server/lib/failure.ts'
import { oneLine, paragraphs } from '#server/lib/text/plain-text.ts'
import type { Actor } from '#server/modules/actor.ts'
import type { ChapterAccess } from './access.ts'
import { type ChapterDocument, chapters } from './chapters/collection.ts'
import { chapterMemberships } from './memberships/collection.ts'
import { membershipId } from './memberships/status.ts'
import { may } from './rights.ts'
import type { Operations } from '#server/modules/operations/module.ts'
import type { People } from '#server/modules/people/module.ts'
import { allOf } from '#server/store/all-of.ts'
import { joinedId } from '#server/store/joined-id.ts'
import type { Store, Transaction } from '#server/store/port.ts'

import { chapterLetters, type LetterDocument } from './letters/collection.ts'
import { fitsPace, nextFree, PACE } from './letters/pace.ts'

interface Deps {
  store: Store
  clock: Clock
  newId: () => string
  operations: Operations
  people: People
  access: ChapterAccess
}

/** Milliseconds after which a letter that could not be sent in time is not sent any more. */
const MAX_DELAY = DAY
/** Letters that one run sends; the next run continues. */
const MAX_PER_RUN = 100

export type LetterPlanning = ReturnType<typeof createLetterPlanning>

/** Letters as their authors write, schedule and send them. */
export function createLetterPlanning({ store, clock, newId, operations, people, access }: Deps) {
  const { audit, outbox } = operations

  async function findFor(tx: Transaction, actor: Actor, slug: string) {
    // Members would get a letter of a chapter that they do not see.
    if (!access.areShown()) throw notFound('chapter')
    return (await access.findFor(tx, actor, slug, 'writeLetters')).chapter
  }

  function validated(sent: LetterEdit) {
    const { title: rule } = LETTER_LIMITS
    const title = oneLine(sent.title)
    const text = paragraphs(sent.text)
    const at = sent.at === undefined ? undefined : normalInstant(sent.at)
    const ahead = at === undefined ? 0 : Date.parse(at) - clock()
    const isInTime = ahead >= 0 && ahead <= LETTER_LIMITS.daysAhead * DAY
    assertValid({
      title: visibleLength(title) < rule.min ? m.letterTitleRule({ min: rule.min }) : undefined,
      text: visibleLength(text) === 0 ? m.letterTextRule() : undefined,
      at: isInTime ? undefined : m.letterAtRule({ days: LETTER_LIMITS.daysAhead }),
    })
    return { title, text, at }
  }

  const record = (
    tx: Transaction,
    action: string,
    actor: Pick<Actor, 'id'> & { sessionHash?: string },
    chapter: string,
  ) => audit.record({ action, actor: actor.id, target: chapter, sessionHash: actor.sessionHash }, tx)

  function send(tx: Transaction, chapter: ChapterDocument, letter: LetterDocument) {
    tx.put(chapterLetters, { ...letter, state: 'sent' })
    outbox.notify(tx, {
      topic: 'chapterLetter',
      subject: { kind: 'chapter', id: chapter.slug },
      dedupeKey: letter.id,
      actor: letter.by,
      recipients: 'chapterMembers',
      // Readers who have blocked the author get no `text`.
      data: { chapter: chapter.name, chapterId: chapter.id, letter: letter.id, text: letter.title },
    })
  }

  /** Sends it now, or stores it until its time. */
  async function plan(
    tx: Transaction,
    actor: Actor,
    chapter: ChapterDocument,
    letter: LetterDocument,
    isLater: boolean,
  ) {
    const others = await timesAround(tx, letter)
    const at = Date.parse(letter.at)
    if (!fitsPace(others, at, chapter.lettersPerWeek)) {
      const next = nextFree(others, at, chapter.lettersPerWeek)
      const most = Number(chapter.lettersPerWeek ?? 1)
      throw new Failure(429, 'letter_limit', m.letterLimit({ count: most }), { retryAfter: next - at })
    }
    if (isLater) tx.put(chapterLetters, letter)
    else send(tx, chapter, letter)
    await record(tx, `chapter.letter_${isLater ? 'scheduled' : 'sent'}`, actor, chapter.id)
  }

  /** Whether its author can still send it. */
  async function mayBeSent(
    tx: Transaction,
    chapter: ChapterDocument,
    { by, at }: LetterDocument,
    role: MemberRole,
  ) {
    if (clock() - Date.parse(at) > MAX_DELAY) return false
    const [own, state] = await Promise.all([
      tx.get(chapterMemberships, membershipId(chapter.id, by)),
      people.members.accountStateOf(tx, by),
    ])
    return state === 'active' && may('writeLetters').of(chapter, { role }, own)
  }

  async function sendOne({ id, by }: LetterDocument) {
    const role = (await people.members.roleOf(by)) ?? 'member'
    await store.transact(async (tx) => {
      const letter = await tx.get(chapterLetters, id)
      // Another replica was faster, or its author has changed it.
      if (letter?.state !== 'scheduled' || letter.by !== by || letter.at > isoInstant(clock())) return
      const chapter = await tx.get(chapters, letter.chapter)
      if (!chapter || !(await mayBeSent(tx, chapter, letter, role)))
        return tx.put(chapterLetters, { ...letter, state: 'held', version: letter.version + 1 })
      send(tx, chapter, letter)
      await record(tx, 'chapter.letter_sent', { id: by }, chapter.id)
    })
  }

  return {
    /** @param key the same when a request is repeated because its response was lost: the letter is then sent once */
    async create(actor: Actor, slug: string, sent: LetterEdit, key = newId()): Promise<{ isSent: boolean }> {
      const { title, text, at } = validated(sent)
      await store.transact(async (tx) => {
        const chapter = await findFor(tx, actor, slug)
        const id = joinedId(actor.id, chapter.id, key)
        if (await tx.get(chapterLetters, id)) return
        const letter = {
          id,
          version: 1,
          chapter: chapter.id,
          title,
          text,
          by: actor.id,
          state: 'scheduled',
          at: at ?? isoInstant(clock()),
        } as const
        await plan(tx, actor, chapter, letter, at !== undefined)
      })
      return { isSent: at === undefined }
    },

    /** Replaces a letter that has not been sent, if `version` is still the latest. The actor becomes its author. */
    async edit(
      actor: Actor,
      { slug, letterId }: LetterKey,
      version: number,
      sent: LetterEdit,
    ): Promise<{ isSent: boolean }> {
      const { title, text, at } = validated(sent)
      await store.transact(async (tx) => {
        const chapter = await findFor(tx, actor, slug)
        const saved = await tx.get(chapterLetters, letterId)
        // A repeated request finds what it has changed.
        if (
          saved?.version === version + 1 &&
          saved.by === actor.id &&
          saved.title === title &&
          saved.text === text &&
          (at === undefined ? saved.state === 'sent' : saved.at === at)
        )
          return
        const { merge: _, ...before } = await unsent(tx, chapter, letterId)
        if (before.version !== version) throw stale('letter')
        const state = 'scheduled'
        const edited = { ...before, version: version + 1, title, text, by: actor.id, state } as const
        await plan(tx, actor, chapter, { ...edited, at: at ?? isoInstant(clock()) }, at !== undefined)
      })
      return { isSent: at === undefined }
    },

    /** Deletes a letter that has not been sent. @throws Failure 404 */
    remove: (actor: Actor, { slug, letterId }: LetterKey): Promise<void> =>
      store.transact(async (tx) => {
        const chapter = await findFor(tx, actor, slug)
        await unsent(tx, chapter, letterId)
        tx.delete(chapterLetters, letterId)
        await record(tx, 'chapter.letter_deleted', actor, chapter.id)
      }),

    /** The earliest time at which the chapter can send another letter. */
    async nextAt({ id: chapter, lettersPerWeek }: ChapterDocument): Promise<string> {
      const at = isoInstant(clock())
      const later = await allOf(store, chapterLetters, {
        where: { chapter },
        orderBy: 'at',
        range: { gt: isoInstant(clock() - PACE) },
      })
      const times = later.filter(({ state }) => state !== 'held').map((each) => Date.parse(each.at))
      return isoInstant(nextFree(times, Date.parse(at), lettersPerWeek))
    },

    /** Sends the letters that are due. Safe to run on several replicas at once. */
    async sendDue(): Promise<void> {
      if (!access.areShown()) return
      const { items } = await store.find(chapterLetters, {
        where: { state: 'scheduled' },
        orderBy: 'at',
        range: { lte: isoInstant(clock()) },
        limit: MAX_PER_RUN,
      })
      for (const letter of items) await sendOne(letter)
    },
  }
}

export interface LetterKey {
  slug: string
  letterId: string
}

/** Times of letters that are or were sent so near to this time that they limit it. */
const timesAround = async (tx: Pick<Transaction, 'find'>, letter: Omit<LetterDocument, 'text'>) => {
  const at = Date.parse(letter.at)
  const near = await allOf(tx, chapterLetters, {
    where: { chapter: letter.chapter },
    orderBy: 'at',
    range: { gt: isoInstant(at - 2 * PACE), lt: isoInstant(at + 2 * PACE) },
  })
  return near
    .filter(({ id, state }) => id !== letter.id && state !== 'held')
    .map((each) => Date.parse(each.at))
}

/** The letter, unless it has been sent. @throws Failure 404 */
async function unsent(tx: Transaction, chapter: ChapterDocument, id: string) {
  const letter = await tx.get(chapterLetters, id)
  if (letter?.chapter !== chapter.id || letter.state === 'sent') throw notFound('letter')
  return letter
}
