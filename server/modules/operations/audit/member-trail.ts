import { Type } from 'typebox'

import type { AdminView } from '#shared/operations/audit.ts'
import { ALL_MEMBERS, AuditEntrySchema } from '#shared/operations/audit.ts'
import { PAGE_SIZE } from '#shared/lib/page.ts'
import { eachOf } from '#server/store/all-of.ts'
import type { DocumentOf, Store } from '#server/store/port.ts'
import { exported } from '#server/modules/account-data-part.ts'

import { auditEntries } from './collection.ts'
import { joinedAtOf, latestAbout } from './queries.ts'

const ExportedAuditLogSchema = Type.Array(
  Type.Omit(AuditEntrySchema, ['id', 'actor', 'target', 'sessionHash']),
)

interface Deps {
  store: Store
}

/** Kinds of view, by the action of an entry about one member. */
const VIEWS: Readonly<Record<string, AdminView['of']>> = {
  'member.viewed_by_admin': 'account',
  'report.viewed_by_admin': 'report',
  'event.draft_viewed_by_admin': 'draft',
}

/** Kinds of view, by the action of an entry about all members. */
const VIEWS_OF_ALL: Readonly<Record<string, AdminView['of']>> = {
  'members.listed_by_admin': 'list',
  'members.searched_by_admin': 'search',
  'members.exported': 'download',
}
const OF = { ...VIEWS, ...VIEWS_OF_ALL }

/** The part of the audit log that is a member's own data. */
export function createMemberTrail({ store }: Deps) {
  return {
    /** The member's own actions and those on them, without the other person's data. */
    async *exportOf(memberId: string) {
      yield* eachOf(store, auditEntries, { where: { actor: memberId }, orderBy: 'at' })
      const isOther = isByOther(memberId)
      for await (const entry of eachOf(store, auditEntries, { where: { target: memberId }, orderBy: 'at' }))
        if (isOther(entry)) yield entry
      const joinedAt = joinedAtOf(await store.views(), memberId)
      if (joinedAt === undefined) return
      const ofAll = { where: { target: ALL_MEMBERS }, orderBy: 'at', range: { gte: joinedAt } }
      for await (const entry of eachOf(store, auditEntries, ofAll)) if (isOther(entry)) yield entry
    },

    /** The latest times at which admins viewed private data of the member, newest first. */
    async viewsOf(memberId: string): Promise<AdminView[]> {
      const [own, all] = [Object.keys(VIEWS), Object.keys(VIEWS_OF_ALL)]
      const found = latestAbout(await store.views(), memberId, { own, all, rows: PAGE_SIZE })
      return found.map(({ action, at }) => ({ of: OF[action]!, at }))
    },
  }
}

const isByOther =
  (memberId: string) =>
  ({ actor }: DocumentOf<typeof auditEntries>) =>
    actor !== memberId

export const auditLogAccountData = (service: ReturnType<typeof createMemberTrail>) =>
  exported(
    { name: 'auditLog', collections: [auditEntries], schema: ExportedAuditLogSchema },
    { exportOf: service.exportOf, forget: 'The audit log is append-only, and contains no name.' },
  )
