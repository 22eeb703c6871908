import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'

import type {
  AdminMember,
  AdminMemberPage,
  Batch,
  BatchResult,
  MembershipActionEdit,
  VerificationAnswer,
} from '#shared/admin-members.ts'
import type { AuditLine } from '#shared/admin.ts'
import type { MembershipActionKind } from '#shared/membership-actions.ts'
import { useAdminCommand } from '#client/features/admin/use-admin-command.ts'
import { pagedQuery, urlWith } from '#client/lib/pages.ts'
import { request } from '#client/lib/request.ts'

import type { MemberFilter } from './filter.ts'

const URL = '/api/admin/members'
const urlOf = (memberId: string, rest = '') => `${URL}/${encodeURIComponent(memberId)}${rest}`

export const memberList = (filter: MemberFilter) =>
  infiniteQueryOptions({
    queryKey: ['admin', 'members', 'list', filter],
    queryFn: ({ signal, pageParam }) =>
      request<AdminMemberPage>(urlWith(URL, { ...filter, cursor: pageParam }), { signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    select: ({ pages }) => ({
      items: pages.flatMap(({ items }) => items),
      total: pages.at(-1)?.total ?? 0,
      sendsEmail: pages.at(-1)?.sendsEmail ?? false,
    }),
  })

export const memberAccount = (memberId: string) =>
  queryOptions({
    queryKey: ['admin', 'members', 'account', memberId],
    queryFn: ({ signal }) => request<AdminMember>(urlOf(memberId), { signal }),
  })

/** What was done to the member, newest first. */
export const memberHistory = (memberId: string) =>
  pagedQuery<AuditLine>(['admin', 'members', 'history', memberId], urlOf(memberId, '/history'))

export const downloadMembers = (filter: MemberFilter) =>
  request<Blob>(urlWith(`${URL}/export.csv`, filter), { file: 'text/csv' })

const PATHS: Record<MembershipActionKind, string> = {
  approve: '/approval',
  decline: '/refusal',
  suspend: '/suspension',
  restore: '/restoration',
  changeRole: '/role',
}

export const useMembershipAction = ({ id, version }: Pick<AdminMember, 'id' | 'version'>) =>
  useAdminCommand(({ kind, ...body }: MembershipActionEdit) =>
    request(urlOf(id, PATHS[kind]), { method: 'POST', body, ifMatch: version }),
  )

export const useSignOutMember = (memberId: string) =>
  useAdminCommand(() => request(urlOf(memberId, '/sign-out'), { method: 'POST' }))

export const useBatch = () =>
  useAdminCommand((body: Batch) => request<BatchResult>(`${URL}/batch`, { method: 'POST', body }))

/** @param email of someone who signed up */
export const useResendVerification = () =>
  useAdminCommand((email: string) =>
    request<VerificationAnswer>(`${URL}/verification-emails`, {
      method: 'POST',
      body: { email },
      idempotencyKey: crypto.randomUUID(),
    }),
  )
