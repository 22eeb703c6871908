import type { AdminMember } from '#shared/admin/members.ts'
import type { Batch, MembershipActionEdit } from '#shared/accounts/memberships.ts'
import { useAdminCommand } from '#client/modules/admin/use-admin-command.ts'
import { pagedQuery, pagesQuery } from '#client/lib/pages.ts'
import { request } from '#client/lib/request.ts'
import { routeQuery } from '#client/lib/route-query.ts'

import type { MemberFilter } from './filter.ts'

export const memberList = (filter: MemberFilter) =>
  pagesQuery(
    ['admin', 'members', 'list', filter],
    ({ cursor, signal }) => request('GET /api/admin/members', { query: { ...filter, cursor }, signal }),
    ({ pages }) => ({
      items: pages.flatMap(({ items }) => items),
      total: pages.at(-1)?.total ?? 0,
      sendsEmail: pages.at(-1)?.sendsEmail ?? false,
    }),
  )

export const memberAccount = (memberId: string) =>
  routeQuery(['admin', 'members', 'account', memberId], 'GET /api/admin/members/:memberId', {
    params: { memberId },
  })

/** Audit entries about the member, newest first. */
export const memberHistory = (memberId: string) =>
  pagedQuery(['admin', 'members', 'history', memberId], ({ cursor, signal }) =>
    request('GET /api/admin/members/:memberId/history', { params: { memberId }, query: { cursor }, signal }),
  )

export const downloadMembers = (filter: MemberFilter) =>
  request('GET /api/admin/members/export.csv', { query: filter, file: 'text/csv' })

const PATHS = {
  approve: 'approval',
  decline: 'refusal',
  suspend: 'suspension',
  restore: 'restoration',
  changeRole: 'role',
} as const

export const useMembershipAction = ({ id, version }: Pick<AdminMember, 'id' | 'version'>) =>
  useAdminCommand(({ kind, ...body }: MembershipActionEdit) =>
    request(`POST /api/admin/members/:memberId/${PATHS[kind]}`, {
      params: { memberId: id },
      body,
      ifMatch: version,
    }),
  )

export const useSignOutMember = (memberId: string) =>
  useAdminCommand(() => request('POST /api/admin/members/:memberId/sign-out', { params: { memberId } }))

export const useBatch = () =>
  useAdminCommand((body: Batch) => request('POST /api/admin/members/batch', { body }))

/** @param email of a person who signed up */
export const useResendVerification = () =>
  useAdminCommand((email: string) =>
    request('POST /api/admin/members/verification-emails', {
      body: { email },
      idempotencyKey: crypto.randomUUID(),
    }),
  )
