import * as m from '#shared/notifications/messages.ts'
import type { ChapterChoice } from '#shared/chapters/schema.ts'
import { locale } from '#shared/lib/language/current.ts'
import { paths } from '#shared/lib/paths.ts'
import type { PreferenceService } from '#server/modules/notifications/preferences/service.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { joinedId } from '#server/store/joined-id.ts'
import type { Store } from '#server/store/port.ts'
import { formatDay } from '#server/modules/notifications/topics/when.ts'
import { emails } from '#server/modules/notifications/emails/collection.ts'

import type { EmailContent } from './template.ts'

interface Deps {
  store: Store
  clock: Clock
  preferences: PreferenceService
}

/** Maximum in one digest; the list in the app has all. */
const MAX_ITEMS = 50

/** Combines waiting emails. Safe to run on several replicas at once: one of them takes each digest. */
export const createDigests =
  ({ store, clock, preferences }: Deps) =>
  async (): Promise<void> => {
    for (const due of await preferences.dueDigests()) {
      await store.transact(async (tx) => {
        const taken = await preferences.takeDigest(tx, due)
        // Waiting emails are sent with the next one.
        if (!taken || taken.isLate) return
        const member = due.id
        const { items } = await tx.find(emails, {
          where: { member, state: 'waiting' },
          orderBy: 'at',
          direction: 'desc',
          limit: MAX_ITEMS,
        })
        if (items.length === 0) return
        for (const email of items) tx.put(emails, { ...email, state: 'bundled' })
        const now = isoInstant(clock())
        tx.put(emails, {
          id: joinedId('digest', member, due.digestAt),
          member,
          topic: 'digest',
          items: items.map(({ id }) => id).toReversed(),
          data: {},
          at: now,
          dueAt: now,
          state: 'queued',
          attempts: 0,
        })
      })
    }
  }

interface Entry {
  text: string
  path: string
  chapters: readonly ChapterChoice[] | undefined
}

/** Events of the reader’s chapters first, by chapter. No heading where there is none. @param own ids of their chapters */
export function byChapter(entries: readonly Entry[], own: ReadonlySet<string>) {
  const placed = entries.map(({ text, path, chapters = [] }) => ({
    text,
    path,
    group: chapters.find(({ id }) => own.has(id))?.name,
  }))
  const names = [...new Set(placed.map(({ group }) => group ?? ''))].filter(Boolean).toSorted(compareNames)
  if (names.length === 0) return placed
  const others = placed.filter(({ group }) => group === undefined)
  return [
    ...names.flatMap((name) => placed.filter(({ group }) => group === name)),
    ...others.map((entry) => ({ ...entry, group: m.digestOthers() })),
  ]
}

const compareNames = (one: string, other: string) => one.localeCompare(other, locale())

export const digestContent = (
  items: readonly { text: string; path: string }[],
  { at, timeZone }: { at: string; timeZone: string },
): EmailContent => ({
  subject: m.digestSubject({ count: items.length, date: formatDay(at, timeZone) }),
  heading: m.digestHeading({ count: items.length }),
  paragraphs: [],
  items,
  action: { label: m.actionDashboard(), path: paths.dashboard },
})
