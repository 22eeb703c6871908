import * as m from '#shared/rounds/messages.ts'
import * as chapterTexts from '#shared/chapters/messages.ts'
import type { Page } from '#shared/lib/page.ts'
import type { LoneMember } from '#shared/rounds/newcomers.ts'
import { can } from '#shared/people/roles.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { conflict, forbidden, notFound } from '#server/lib/failure.ts'
import type { Actor } from '#server/modules/actor.ts'
import type { Chapters } from '#server/modules/chapters/module.ts'
import { may } from '#server/modules/chapters/rights.ts'
import type { Operations } from '#server/modules/operations/module.ts'
import type { People } from '#server/modules/people/module.ts'
import { roundParticipants, rounds } from './collection.ts'
import { participantId } from './participants.ts'
import type { Store } from '#server/store/port.ts'
import { fingerprint, pageAt } from '#server/views/cursor.ts'

import { loneMembers } from './lone-members-queries.ts'

interface Deps {
  store: Store
  clock: Clock
  operations: Operations
  people: People
  chapters: Chapters
}

export type LoneMembers = ReturnType<typeof createLoneMembers>

/** Members who have met nobody lately: for organisers those in the directory, for leads those of their chapter. */
export function createLoneMembers({ store, clock, operations, people, chapters }: Deps) {
  /** @returns the id of the chapter @throws Failure 403, 404 */
  async function scopeFor(viewer: Actor, slug: string | undefined): Promise<string | undefined> {
    if (slug === undefined) {
      if (!can(viewer.role, 'organise')) throw forbidden('organiser_required', m.loneRight())
      return undefined
    }
    const { chapter, own } = await chapters.access.find(store, viewer, slug)
    if (!may('seeHealth').of(chapter, viewer, own))
      throw forbidden('chapter_right_required', chapterTexts.rightRequired())
    return chapter.id
  }

  async function one(viewer: Actor, chapter: string | undefined, member: string) {
    const [found] = loneMembers(await store.views(), viewer, { chapter, member, now: clock(), rows: 1 })
    if (!found) throw notFound('member')
    return found
  }

  return {
    /** @throws Failure 403, 404 for a chapter, BadCursor */
    async list(viewer: Actor, slug?: string, cursor?: string): Promise<Page<LoneMember>> {
      const chapter = await scopeFor(viewer, slug)
      const views = await store.views()
      return pageAt(cursor, fingerprint('lone-members', chapter), (range) =>
        loneMembers(views, viewer, { chapter, now: clock(), ...range }),
      )
    },

    /**
     * Invites the member to the next round that they could join. Inviting twice succeeds, and they are notified once.
     * @throws Failure 403, 404 for someone who is not in the list, 409 when no round is open for them
     */
    async invite(actor: Actor, member: string, slug?: string): Promise<LoneMember> {
      const chapter = await scopeFor(actor, slug)
      const { roundId } = await one(actor, chapter, member)
      if (roundId === undefined) throw noRound()
      await store.transact(async (tx) => {
        const id = participantId(roundId, member)
        const [round, answer, account] = await Promise.all([
          tx.get(rounds, roundId),
          tx.get(roundParticipants, id),
          people.members.accountStateOf(tx, member),
        ])
        if (account !== 'active') throw notFound('member')
        const now = clock()
        if (round?.state !== 'open' || Date.parse(round.optInUntil) <= now) throw noRound()
        if (answer) return
        const at = isoInstant(now)
        tx.put(roundParticipants, { id, round: roundId, member, state: 'invited', topic: '', at })
        operations.outbox.notify(tx, {
          topic: 'round',
          subject: { kind: 'round', id: roundId },
          dedupeKey: `${id} invited`,
          actor: actor.id,
          recipients: [member],
          data: { news: 'invited', title: round.title },
        })
        const after = { title: round.title }
        await operations.audit.record(
          {
            action: 'round.member_invited',
            actor: actor.id,
            target: member,
            after,
            sessionHash: actor.sessionHash,
          },
          tx,
        )
      })
      return one(actor, chapter, member)
    },
  }
}

const noRound = () => conflict('no_open_round', m.loneNoRound())
