import type {
  AdminMember,
  AdminMemberFilter,
  AdminMemberPage,
  AdminMemberQuery,
  AdminMemberSort,
} from '#shared/admin/members.ts'
import { ALL_MEMBERS } from '#shared/operations/audit.ts'
import { MEMBER_SORTS } from '#shared/accounts/membership-actions.ts'
import type { Accounts } from '#server/modules/accounts/module.ts'
import type { Operations } from '#server/modules/operations/module.ts'
import type { People } from '#server/modules/people/module.ts'
import type { Actor } from '#server/modules/actor.ts'
import type { Clock } from '#server/lib/clock.ts'
import { dayNumber } from '#server/lib/time/weeks.ts'
import type { Platform } from '#server/modules/platform.ts'
import type { Store } from '#server/store/port.ts'
import { fingerprint, pageAt } from '#server/views/cursor.ts'
import type { ViewReader } from '#server/views/sql.ts'

import { memberCsv } from './csv.ts'
import type { ListViewLog } from './list-views.ts'
import { adminFacts, memberRows, type MemberSearch, memberTotal } from './queries.ts'

interface Deps {
  store: Pick<Store, 'views'>
  clock: Clock
  mailer: Platform['mailer']
  operations: Operations
  people: People
  accounts: Accounts
  listViews: ListViewLog
}

const ROW_BATCH = 1_000

/** The admins' list of members. */
export type MemberList = ReturnType<typeof createMemberList>

export function createMemberList({ store, clock, mailer, operations, people, accounts, listViews }: Deps) {
  const { audit } = operations
  const recordView = audit.viewLog('member.viewed_by_admin')

  const searchOf = ({
    sort = MEMBER_SORTS[0],
    ...filter
  }: AdminMemberFilter & { sort?: AdminMemberSort }): MemberSearch => ({
    filter,
    sort,
    today: dayNumber(clock()),
  })

  return {
    /** An admin's access to the addresses in it is audited, and shown in the members' own data. */
    async page(actor: Actor, { cursor, ...given }: AdminMemberQuery): Promise<AdminMemberPage> {
      await listViews.record(actor, given.q ? 'search' : 'list')
      const search = searchOf(given)
      const query = fingerprint('adminMembers', search.filter, search.sort)
      const views = await store.views()
      const page = pageAt(cursor, query, (range) => memberRows(views, search, range))
      return { ...page, total: memberTotal(views, search), sendsEmail: mailer !== undefined }
    },

    /** The same list as CSV, in pieces, because writing all of it at once would delay other requests. */
    async csv(actor: Actor, query: AdminMemberFilter & { sort?: AdminMemberSort }) {
      const search = searchOf(query)
      const views = await store.views()
      const after = { members: memberTotal(views, search), filter: search.filter }
      const { id, sessionHash } = actor
      await audit.record({ action: 'members.exported', actor: id, target: ALL_MEMBERS, sessionHash, after })
      return memberCsv(piecesOf(views, search))
    },

    /** Ends all sessions of a member. @throws Failure 404 */
    async signOut({ id, sessionHash }: Actor, memberId: string) {
      await people.members.ownProfile({ id: memberId })
      const action = 'member.signed_out_everywhere'
      await accounts.sessions.endSessionsOf(memberId, { action, actor: id, target: memberId, sessionHash })
    },

    /** A member's account. An admin's access is audited, and shown in the member's own data. */
    async member(actor: Actor, memberId: string): Promise<AdminMember> {
      const [member, views, ended, { admins }] = await Promise.all([
        people.members.ownProfile({ id: memberId }),
        store.views(),
        accounts.sessions.exportOf(memberId),
        people.membership.memberships([]),
      ])
      await recordView(actor, memberId)
      const now = clock()
      const actions = accounts.membership.permittedActions(actor, member, admins)
      const live = ended.filter((session) => session.live && Date.parse(session.expiresAt) > now)
      return { ...member, ...adminFacts(views, memberId), sessions: live.length, actions }
    },
  }
}

function* piecesOf(views: ViewReader, search: MemberSearch) {
  for (let after; ;) {
    const found = memberRows(views, search, { after, rows: ROW_BATCH })
    yield found
    if (found.length < ROW_BATCH) return
    after = found.at(-1)
  }
}
