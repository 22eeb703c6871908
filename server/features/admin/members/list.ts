import type {
  AdminMember,
  AdminMemberFilter,
  AdminMemberPage,
  AdminMemberQuery,
  AdminMemberRow,
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
import { dateOfDay, dayOf } from '#server/lib/weeks.ts'

import { permittedActions } from './actions.ts'
import { memberCsv } from './csv.ts'
import type { Facts, MemberRow, MemberRows } from './read-model.ts'

interface Deps {
  clock: Clock
  audit: RecordAudit
  rows: () => Promise<MemberRows>
  facts: () => Promise<Facts>
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

/** The members as admins see them. Lists come from memory alone. */
export function createMemberList(deps: Deps) {
  const { clock, audit, rows, facts, profile, sessions, admins, isConfiguredAdmin, recordView } = deps
  const { recordListView, sendsEmail } = deps

  async function searchFor({
    sort = MEMBER_SORTS[0],
    ...filter
  }: AdminMemberFilter & { sort?: AdminMemberSort }) {
    const [all, known] = await Promise.all([rows(), facts()])
    return { all, search: { filter, sort, today: dayOf(clock()), facts: known } }
  }

  return {
    /** That an admin saw the addresses in it is audited, and in the members' own data. */
    async page(actor: Actor, { cursor, ...query }: AdminMemberQuery): Promise<AdminMemberPage> {
      await recordListView(actor, query.q ? 'search' : 'list')
      const { all, search } = await searchFor(query)
      const { rows: found, total, next } = all.page(search, { cursor, limit: PAGE_SIZE })
      const items = found.map((row) => rowView(row, search.facts))
      return { items, total, sendsEmail, ...(next && { next }) }
    },

    /** The same list as CSV, in pieces: the whole of it would hold up other requests. */
    async csv(actor: Actor, query: AdminMemberFilter & { sort?: AdminMemberSort }) {
      const { all, search } = await searchFor(query)
      const found = all.ordered(search)
      const after = { members: found.length, filter: search.filter }
      const { id, sessionHash } = actor
      await audit({ action: 'members.exported', actor: id, target: ALL_MEMBERS, sessionHash, after })
      return memberCsv(found.map((row) => rowView(row, search.facts)))
    },

    /** A member's account. That an admin saw it is audited, and in the member's own data. */
    async member(actor: Actor, memberId: string): Promise<AdminMember> {
      const [member, known, ended, active] = await Promise.all([
        profile(memberId),
        facts(),
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
      return { ...member, ...factsOf(memberId, known), sessions: live.length, actions }
    },
  }
}

/** The response schema leaves out what only searches need. */
const rowView = (row: MemberRow, facts: Facts): AdminMemberRow => ({ ...row, ...factsOf(row.id, facts) })

function factsOf(id: string, { lastDayOf, hasMet, isConnected, tierOf }: Facts) {
  const day = lastDayOf(id)
  return {
    ...(day >= 0 && { activeOn: dateOfDay(day) }),
    tier: tierOf(id),
    connected: isConnected(id),
    met: hasMet(id),
  }
}
