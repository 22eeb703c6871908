import type {
  AdminMember,
  AdminMemberFilter,
  AdminMemberPage,
  AdminMemberQuery,
  AdminMemberSort,
} from '#shared/admin-members.ts'
import { ALL_MEMBERS } from '#shared/admin.ts'
import { PAGE_SIZE } from '#shared/constants.ts'
import { MEMBER_SORTS } from '#shared/membership-actions.ts'
import type { OwnProfile } from '#shared/members.ts'
import type { RecordAudit } from '#server/features/audit/types.ts'
import type { MembershipRecord } from '#server/features/members/types.ts'
import type { Actor } from '#server/features/session/types.ts'
import type { Clock } from '#server/lib/clock.ts'
import { dayOf } from '#server/lib/weeks.ts'
import type { Store } from '#server/store/port.ts'
import { decodeCursor, fingerprint, pageOf } from '#server/views/cursor.ts'
import type { ViewReader } from '#server/views/sql.ts'

import { permittedActions } from './actions.ts'
import { memberCsv } from './csv.ts'
import { adminFacts, memberRows, type MemberSearch, memberTotal } from './queries.ts'

interface Deps {
  store: Pick<Store, 'views'>
  clock: Clock
  audit: RecordAudit
  profile: (memberId: string) => Promise<OwnProfile>
  /** When each session of the member ends or would have ended. */
  sessions: (memberId: string) => Promise<{ expiresAt: string; live: boolean }[]>
  admins: () => Promise<readonly MembershipRecord[]>
  isConfiguredAdmin: (email: string) => boolean
  sendsEmail: boolean
  /** Records that an admin looked at a member's account. */
  recordView: (admin: Actor, memberId: string) => Promise<void>
  /** Records that an admin saw members' email addresses. */
  recordListView: (admin: Actor, kind: 'list' | 'search') => Promise<void>
}

const ROWS_AT_ONCE = 1_000

/** The members as admins see them. */
export function createMemberList(deps: Deps) {
  const { store, clock, audit, profile, sessions, admins, isConfiguredAdmin, recordView } = deps
  const { recordListView, sendsEmail } = deps

  const searchOf = ({
    sort = MEMBER_SORTS[0],
    ...filter
  }: AdminMemberFilter & { sort?: AdminMemberSort }): MemberSearch => ({
    filter,
    sort,
    today: dayOf(clock()),
  })

  return {
    /** That an admin saw the addresses in it is audited, and in the members' own data. */
    async page(actor: Actor, { cursor, ...given }: AdminMemberQuery): Promise<AdminMemberPage> {
      await recordListView(actor, given.q ? 'search' : 'list')
      const search = searchOf(given)
      const query = fingerprint('admin members', search.filter, search.sort)
      const after = cursor === undefined ? undefined : decodeCursor(cursor, query)
      const views = await store.views()
      const page = pageOf(memberRows(views, search, { after, rows: PAGE_SIZE }), PAGE_SIZE, query)
      return { ...page, total: memberTotal(views, search), sendsEmail }
    },

    /** The same list as CSV, in pieces: the whole of it would hold up other requests. */
    async csv(actor: Actor, query: AdminMemberFilter & { sort?: AdminMemberSort }) {
      const search = searchOf(query)
      const views = await store.views()
      const after = { members: memberTotal(views, search), filter: search.filter }
      const { id, sessionHash } = actor
      await audit({ action: 'members.exported', actor: id, target: ALL_MEMBERS, sessionHash, after })
      return memberCsv(piecesOf(views, search))
    },

    /** A member's account. That an admin saw it is audited, and in the member's own data. */
    async member(actor: Actor, memberId: string): Promise<AdminMember> {
      const [member, views, ended, active] = await Promise.all([
        profile(memberId),
        store.views(),
        sessions(memberId),
        admins(),
      ])
      await recordView(actor, memberId)
      const now = clock()
      const actions = permittedActions(member, {
        actorId: actor.id,
        now,
        admins: active,
        isConfiguredAdmin,
      })
      const live = ended.filter((session) => session.live && Date.parse(session.expiresAt) > now)
      return { ...member, ...adminFacts(views, memberId), sessions: live.length, actions }
    },
  }
}

function* piecesOf(views: ViewReader, search: MemberSearch) {
  for (let after; ;) {
    const found = memberRows(views, search, { after, rows: ROWS_AT_ONCE })
    yield found.slice(0, ROWS_AT_ONCE)
    if (found.length <= ROWS_AT_ONCE) return
    after = found[ROWS_AT_ONCE - 1]
  }
}
