import * as m from '#shared/rounds/messages.ts'
import { DAY } from '#shared/lib/durations.ts'
import { visibleLength } from '#shared/lib/visible-length.ts'
import { ROUND_LIMITS } from '#shared/rounds/rules.ts'
import type { NewRound } from '#shared/rounds/schema.ts'
import { type Clock, isoInstant, normalInstant } from '#server/lib/clock.ts'
import { conflict, invalidFields } from '#server/lib/failure.ts'
import { oneLine } from '#server/lib/text/plain-text.ts'
import type { Actor } from '#server/modules/actor.ts'
import type { Chapters } from '#server/modules/chapters/module.ts'
import type { Operations } from '#server/modules/operations/module.ts'
import { audienceOf, countInState } from './queries.ts'
import { joinedId } from '#server/store/joined-id.ts'
import type { Store } from '#server/store/port.ts'

import { rounds } from './collection.ts'

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
    const id = await chapters.chapters.idOf(actor, chapter)
    if (id === undefined) throw invalidFields({ chapter: m.chapterRule() })
    return id
  }

  /**
   * @param key the same when a request is repeated because its response was lost
   * @returns the id of the round
   * @throws Failure 400
   */
  return async (actor: Actor, sent: NewRound, key = newId()): Promise<string> => {
    const id = joinedId(actor.id, 'round', key)
    if (await store.get(rounds, id)) return id
    const { title, optInUntil } = checked(sent)
    const chapter = sent.audience === 'chapter' ? await chapterOf(actor, sent) : undefined
    if (countInState(await store.views(), 'open') >= ROUND_LIMITS.open)
      throw conflict('too_many_rounds', m.refusedMany({ most: ROUND_LIMITS.open }))
    const { audience, size, monthly } = sent
    await store.transact(async (tx) => {
      if (await tx.get(rounds, id)) return
      const opened = { state: 'open', openedAt: isoInstant(clock()), openedBy: actor.id } as const
      const basics = { id, title, audience, chapter, size, monthly, optInUntil, groups: 0 }
      tx.create(rounds, { ...basics, ...opened, dueAt: optInUntil })
      await operations.audit.record(
        {
          action: 'round.opened',
          actor: actor.id,
          target: id,
          after: { title, audience },
          sessionHash: actor.sessionHash,
        },
        tx,
      )
    })
    await announceRound({ store, clock, operations }, id)
    return id
  }
}

/** Notifies those for whom the round is, once, without those who join every round. */
export async function announceRound(
  { store, clock, operations }: Pick<Deps, 'store' | 'clock' | 'operations'>,
  id: string,
) {
  const recipients = audienceOf(await store.views(), id, clock())
  await store.transact(async (tx) => {
    const round = await tx.get(rounds, id)
    if (round?.state !== 'open' || recipients.length === 0) return
    operations.outbox.notify(tx, {
      topic: 'round',
      subject: { kind: 'round', id },
      dedupeKey: `${id} opened`,
      doneBy: round.openedBy,
      recipients,
      data: { news: 'opened', title: round.title },
    })
  })
}
