import { MIN_LEADS } from '#shared/chapters/rules.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { type ChapterDocument, chapters } from '#server/modules/chapters/chapters/collection.ts'
import { chapterMemberships } from '#server/modules/chapters/memberships/collection.ts'
import type { Operations } from '#server/modules/operations/module.ts'
import type { People } from '#server/modules/people/module.ts'
import { allOf } from '#server/store/all-of.ts'
import { joinedId } from '#server/store/joined-id.ts'
import type { Store, Transaction } from '#server/store/port.ts'

import { chapterSuccessions } from './collection.ts'
import { type ChapterSituation, type NextStep, nextStep } from './next-step.ts'
import { situations } from './queries.ts'

interface Deps {
  store: Store
  clock: Clock
  operations: Operations
  people: People
  /** Whether members see chapters. */
  areShown: () => boolean
}

/** Asks members of a chapter who takes over, and lets it rest if nobody does. Safe to run on several replicas at once. */
export function createChapterReview({ store, clock, operations: { audit, outbox }, people, areShown }: Deps) {
  function notify(tx: Transaction, chapter: ChapterDocument, news: 'asked' | 'rests', need: string) {
    const subject = { kind: 'chapter', id: chapter.slug } as const
    for (const recipients of ['chapterMembers', 'admins'] as const) {
      const data = { chapter: chapter.name, news, need, to: recipients }
      const dedupeKey = joinedId(chapter.id, news, recipients, isoInstant(clock()))
      outbox.notify(tx, { topic: 'chapterSuccession', subject, dedupeKey, recipients, data })
    }
  }

  async function enter(tx: Transaction, chapter: ChapterDocument, state: 'active' | 'resting') {
    const stateSince = { ...chapter.stateSince, [state]: isoInstant(clock()) }
    tx.put(chapters, { ...chapter, state, stateSince, version: chapter.version + 1 })
    const [before, after] = [{ state: chapter.state }, { state }]
    await audit.record({ action: 'chapter.edited', actor: null, target: chapter.id, before, after }, tx)
  }

  /** Reads documents, because views may be some commits behind. */
  async function hasLeads(tx: Transaction, chapter: string) {
    const where = { chapter, role: 'lead', state: 'active' } as const
    const leads = await allOf(tx, chapterMemberships, { where })
    const states = await Promise.all(leads.map(({ member }) => people.members.accountStateOf(tx, member)))
    return states.filter((state) => state === 'active').length >= MIN_LEADS
  }

  const take = (id: string, { state, askedAt }: ChapterSituation, next: NextStep) =>
    store.transact(async (tx) => {
      const [chapter, asked] = await Promise.all([tx.get(chapters, id), tx.get(chapterSuccessions, id)])
      // Another replica or an admin was faster.
      if (chapter?.state !== state || asked?.askedAt !== askedAt) return
      if (next.step === 'end' || next.step === 'wake') {
        tx.delete(chapterSuccessions, id)
        if (next.step === 'wake') await enter(tx, chapter, 'active')
        return
      }
      if (next.need === 'lead' && (await hasLeads(tx, id))) return
      if (next.step === 'ask')
        tx.put(chapterSuccessions, { id, need: next.need, askedAt: isoInstant(clock()) })
      else await enter(tx, chapter, 'resting')
      notify(tx, chapter, next.step === 'ask' ? 'asked' : 'rests', next.need)
    })

  return {
    /** Takes the steps that are due. */
    async reviewDue(): Promise<void> {
      if (!areShown()) return
      const now = clock()
      for (const { id, ...situation } of situations(await store.views(), now)) {
        const next = nextStep(situation, now)
        if (next) await take(id, situation, next)
      }
    },
  }
}
