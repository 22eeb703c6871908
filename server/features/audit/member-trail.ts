import type { AdminView } from '#shared/account-data.ts'
import { ALL_MEMBERS } from '#shared/admin.ts'
import { PAGE_SIZE } from '#shared/constants.ts'
import { eachOf } from '#server/lib/all-of.ts'
import type { DocumentOf, Store } from '#server/store/port.ts'

import { auditEntries } from './collection.ts'

interface Deps {
  store: Store
  /** ISO instant. */
  joinedAtOf: (memberId: string) => Promise<string>
}

/** By what an admin looked at. */
const VIEWS = {
  account: 'member.viewed_by_admin',
  report: 'report.viewed_by_admin',
  draft: 'event.draft_viewed_by_admin',
} as const

/** By the action of an entry about all members. */
const VIEWS_OF_ALL: Readonly<Record<string, AdminView['of']>> = {
  'members.listed_by_admin': 'list',
  'members.searched_by_admin': 'search',
  'members.exported': 'download',
}

/** What of the audit log is a member's own data. */
export function createMemberTrail({ store, joinedAtOf }: Deps) {
  /** The latest, about all members since this one joined. */
  async function viewsOfAll(memberId: string): Promise<AdminView[]> {
    const { items } = await store.find(auditEntries, {
      where: { target: ALL_MEMBERS },
      orderBy: 'at',
      range: { gte: await joinedAtOf(memberId) },
      direction: 'desc',
      limit: PAGE_SIZE,
    })
    return items.filter(isByOther(memberId)).flatMap(({ action, at }) => {
      const of = VIEWS_OF_ALL[action]
      return of ? { of, at } : []
    })
  }

  async function viewsOf(memberId: string, of: keyof typeof VIEWS): Promise<AdminView[]> {
    const { items } = await store.find(auditEntries, {
      where: { target: memberId, action: VIEWS[of] },
      orderBy: 'at',
      direction: 'desc',
      limit: PAGE_SIZE,
    })
    return items.map(({ at }) => ({ of, at }))
  }

  return {
    /** What the member did and what was done to them, without the other person's data. */
    async *exportOf(memberId: string) {
      yield* eachOf(store, auditEntries, { where: { actor: memberId }, orderBy: 'at' })
      const isOther = isByOther(memberId)
      for await (const entry of eachOf(store, auditEntries, { where: { target: memberId }, orderBy: 'at' }))
        if (isOther(entry)) yield entry
      const range = { gte: await joinedAtOf(memberId) }
      const ofAll = { where: { target: ALL_MEMBERS }, orderBy: 'at', range }
      for await (const entry of eachOf(store, auditEntries, ofAll)) if (isOther(entry)) yield entry
    },

    /** The latest times that admins looked at what is private of the member, newest first. */
    async viewsOf(memberId: string): Promise<AdminView[]> {
      const found = await Promise.all([
        ...(['account', 'report', 'draft'] as const).map((of) => viewsOf(memberId, of)),
        viewsOfAll(memberId),
      ])
      return found
        .flat()
        .toSorted((one, other) => (one.at < other.at ? 1 : -1))
        .slice(0, PAGE_SIZE)
    },
  }
}

export type MemberTrail = ReturnType<typeof createMemberTrail>

const isByOther =
  (memberId: string) =>
  ({ actor }: DocumentOf<typeof auditEntries>) =>
    actor !== memberId
