import { infiniteQueryOptions } from '@tanstack/react-query'

import type {
  ImportAnswer,
  ImportRow,
  Invitation,
  InvitationFilter,
  InvitationPage,
} from '#shared/invitations.ts'
import { useAdminCommand } from '#client/features/admin/use-admin-command.ts'
import { urlWith } from '#client/lib/pages.ts'
import { request } from '#client/lib/request.ts'

const URL = '/api/admin/invitations'

/** The latest sent first. */
export const invitationList = ({ state, q }: InvitationFilter) =>
  infiniteQueryOptions({
    queryKey: ['admin', 'invitations', 'list', state, q],
    queryFn: ({ signal, pageParam }) =>
      request<InvitationPage>(urlWith(URL, { state, q, cursor: pageParam }), { signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    select: ({ pages }) => ({
      items: pages.flatMap(({ items }) => items),
      sendsEmail: pages[0]?.sendsEmail ?? false,
    }),
  })

type Versioned = Pick<Invitation, 'id' | 'version'>

/** @param name last part of the path */
const useVersioned = (name: 'resend' | 'revocation') =>
  useAdminCommand(({ id, version }: Versioned) =>
    request<Invitation>(`${URL}/${id}/${name}`, { method: 'POST', ifMatch: version }),
  )

export const useResend = () => useVersioned('resend')
export const useRevoke = () => useVersioned('revocation')

export const useConsent = () =>
  useAdminCommand(({ id, version, ...body }: Versioned & { memberId: string; grant: boolean }) =>
    request<Invitation>(`${URL}/${id}/consent`, { method: 'POST', ifMatch: version, body }),
  )

export const linkOf = async (id: string) =>
  (await request<{ url: string }>(`${URL}/${id}/link`, { method: 'POST' })).url

export const downloadLinks = () => request<Blob>(`${URL}/links.csv`, { file: 'text/csv' })

export const sendRows = (rows: readonly ImportRow[], preview: boolean) =>
  request<ImportAnswer>(`${URL}/import`, { method: 'POST', body: { rows, preview } })
