import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { type ChapterDocument, chapters } from '#server/modules/chapters/chapters/collection.ts'
import type { Operations } from '#server/modules/operations/module.ts'
import { allOf } from '#server/store/all-of.ts'
import { joinedId } from '#server/store/joined-id.ts'
import type { Store, Transaction } from '#server/store/port.ts'
import { sql } from '#server/views/sql.ts'

import { type ChapterMembershipDocument, chapterMemberships } from './collection.ts'
import { endOf, isRenewable, type Term, termEndOf } from './term.ts'

interface Deps {
  store: Store
  clock: Clock
  outbox: Operations['outbox']
  /** Whether members see chapters. */
  areShown: () => boolean
}

/** Reminds leads before their term ends, and tells them, the other leads and the admins when it has. Each once. */
export function createTermNotices({ store, clock, outbox, areShown }: Deps) {
  const leadsWithTerm = async () =>
    (await store.views()).all<Term & { id: string; termNews: string | null }>(sql`
      SELECT l.id, c.leadTerm, c.termSince, c.timeZone, l.renewedAt, l.termNews
      FROM chapter AS c CROSS JOIN chapterMembership AS l ON l.chapter = c.id
      WHERE c.leadTerm <> 'none' AND c.state <> 'closed' AND l.role = 'lead' AND l.state = 'active'`)

  /** Stored with the membership, so that each is sent once. Undefined while the end is far. */
  const newsOf = (endsAt: string | undefined) =>
    isRenewable(endsAt, clock()) ? `${endsAt <= isoInstant(clock()) ? 'ended' : 'ends'} ${endsAt}` : undefined

  async function notifyAll(
    tx: Transaction,
    chapter: ChapterDocument,
    { member }: ChapterMembershipDocument,
    { endsAt, hasEnded }: { endsAt: string; hasEnded: boolean },
  ) {
    const topic = 'chapterTerm'
    const subject = { kind: 'chapter', id: chapter.slug } as const
    const data = { chapter: chapter.name, until: endsAt, timeZone: chapter.timeZone }
    const dedupeKey = joinedId(chapter.id, member, endsAt, String(hasEnded))
    const news = hasEnded ? 'ended' : 'ends'
    outbox.notify(tx, { topic, subject, dedupeKey, recipients: [member], data: { ...data, news } })
    if (!hasEnded) return
    const where = { chapter: chapter.id, role: 'lead', state: 'active' } as const
    const leads = (await allOf(tx, chapterMemberships, { where })).map((each) => each.member)
    for (const recipients of ['admins', leads] as const)
      outbox.notify(tx, {
        topic,
        subject,
        dedupeKey: joinedId(dedupeKey, String(recipients)),
        actor: member,
        recipients,
        data: { ...data, news: 'endedOf' },
      })
  }

  const notify = (id: string) =>
    store.transact(async (tx) => {
      const lead = await tx.get(chapterMemberships, id)
      const chapter = lead && (await tx.get(chapters, lead.chapter))
      const endsAt = chapter && termEndOf(chapter, lead)
      const termNews = newsOf(endsAt)
      if (!lead || !termNews || lead.termNews === termNews) return
      tx.put(chapterMemberships, { ...lead, termNews })
      await notifyAll(tx, chapter!, lead, { endsAt: endsAt!, hasEnded: termNews.startsWith('ended') })
    })

  return {
    async notifyDue(): Promise<void> {
      if (!areShown()) return
      for (const lead of await leadsWithTerm()) {
        const news = newsOf(endOf(lead))
        if (news && news !== lead.termNews) await notify(lead.id)
      }
    },
  }
}
