import * as m from '#shared/rounds/messages.ts'
import { DAY } from '#shared/lib/durations.ts'
import { can } from '#shared/people/roles.ts'
import { visibleLength } from '#shared/lib/visible-length.ts'
import { ROUND_LIMITS } from '#shared/rounds/rules.ts'
import type { NewRound } from '#shared/rounds/schema.ts'
import { type Clock, isoInstant, normalInstant } from '#server/lib/clock.ts'
import { conflict, invalidFields } from '#server/lib/failure.ts'
import { oneLine } from '#server/lib/text/plain-text.ts'
import type { Actor } from '#server/modules/actor.ts'
import type { Chapters } from '#server/modules/chapters/module.ts'
import { may } from '#server/modules/chapters/rights.ts'
import type { Operations } from '#server/modules/operations/module.ts'
import { assertOrganises } from './organisers.ts'
import { audienceOf, countOpen } from './queries.ts'
import { joinedId } from '#server/store/joined-id.ts'
import type { Store, Transaction } from '#server/store/port.ts'

import { type RoundDocument, rounds } from './collection.ts'

interface Deps {
  store: Store
  clock: Clock
  newId: () => string
  operations: Operations
  chapters: Chapters
}

/** Opens rounds. */
export function createRoundOpening({ store, clock, newId, operations, chapters }: Deps) {
  /** @throws Failure 400 */
  function checked(sent: NewRound) {
    const title = oneLine(sent.title)
    const optInUntil = normalInstant(sent.optInUntil)
    const { min } = ROUND_LIMITS.title
    const ahead = Date.parse(optInUntil) - clock()
    if (visibleLength(title) < min) throw invalidFields({ title: m.titleRule({ min }) })
    if (ahead <= 0 || ahead > ROUND_LIMITS.daysAhead * DAY)
      throw invalidFields({ optInUntil: m.deadlineRule({ days: ROUND_LIMITS.daysAhead }) })
    return { title, optInUntil }
  }

  /** @throws Failure 400 for one that the actor must not know of, too */
  async function chapterOf(actor: Actor, { chapter = '' }: NewRound) {
    const found = await chapters.access.seen(store, actor, chapter)
    const isAllowed =
      found && (can(actor.role, 'organise') || may('openRounds').of(found.chapter, actor, found.own))
    if (!isAllowed) throw invalidFields({ chapter: m.chapterRule() })
    return found.chapter.id
  }

  /** Leads open rounds for their chapter alone. @throws Failure 400, 403 */
  async function audienceFor(actor: Actor, sent: NewRound) {
    assertOrganises(await store.views(), actor)
    if (sent.audience === 'chapter') return chapterOf(actor, sent)
    if (!can(actor.role, 'organise')) throw invalidFields({ audience: m.chapterRule() })
    return undefined
  }

  /**
   * @param key the same when a request is repeated because its response was lost
   * @returns the id of the round
   * @throws Failure 400, 403
   */
  return async (actor: Actor, sent: NewRound, key = newId()): Promise<string> => {
    const id = joinedId(actor.id, 'round', key)
    if (await store.get(rounds, id)) return id
    const chapter = await audienceFor(actor, sent)
    const { title, optInUntil } = checked(sent)
    const views = await store.views()
    if (countOpen(views) >= ROUND_LIMITS.open)
      throw conflict('too_many_rounds', m.refusedMany({ most: ROUND_LIMITS.open }))
    const { audience, size, monthly } = sent
    const basics = { id, title, audience, chapter, size, monthly, optInUntil, groups: 0 }
    const opened = { state: 'open', openedAt: isoInstant(clock()), openedBy: actor.id } as const
    const round: RoundDocument = { ...basics, ...opened, dueAt: optInUntil }
    const recipients = audienceOf(views, round, clock())
    await store.transact(async (tx) => {
      if (await tx.get(rounds, id)) return
      tx.create(rounds, round)
      const after = { title, audience }
      await operations.audit.record(
        { action: 'round.opened', actor: actor.id, target: id, after, sessionHash: actor.sessionHash },
        tx,
      )
      announceRound(tx, operations.outbox, round, recipients)
    })
    return id
  }
}

/** Notifies those for whom the round is, in the transaction that opens it. @param recipients from `audienceOf` */
export function announceRound(
  tx: Transaction,
  outbox: Operations['outbox'],
  { id, title, openedBy }: RoundDocument,
  recipients: readonly string[],
) {
  if (recipients.length === 0) return
  outbox.notify(tx, {
    topic: 'round',
    subject: { kind: 'round', id },
    dedupeKey: `${id} opened`,
    doneBy: openedBy,
    recipients,
    data: { news: 'opened', title },
  })
}
