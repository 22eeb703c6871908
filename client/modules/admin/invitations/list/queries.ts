import type { ImportRow, Invitation, InvitationFilter } from '#shared/accounts/invitations.ts'
import { useAdminCommand } from '#client/modules/admin/use-admin-command.ts'
import { pagesQuery } from '#client/lib/pages.ts'
import { request } from '#client/lib/request.ts'

/** Invitations, the latest sent first. */
export const invitationList = ({ state, q }: InvitationFilter) =>
  pagesQuery(
    ['admin', 'invitations', 'list', state, q],
    ({ cursor, signal }) => {
      const query = { q, state: q ? undefined : state, cursor }
      return request('GET /api/admin/invitations', { query, signal })
    },
    ({ pages }) => ({
      items: pages.flatMap(({ items }) => items),
      sendsEmail: pages[0]?.sendsEmail ?? false,
    }),
  )

type Versioned = Pick<Invitation, 'id' | 'version'>

/** @param name last segment of the path */
const useVersioned = (name: 'resend' | 'revocation') =>
  useAdminCommand(({ id, version }: Versioned) =>
    request(`POST /api/admin/invitations/:invitationId/${name}`, {
      params: { invitationId: id },
      ifMatch: version,
    }),
  )

export const useResend = () => useVersioned('resend')
export const useRevoke = () => useVersioned('revocation')

export const useApproval = () =>
  useAdminCommand(({ id, version, ...body }: Versioned & { memberId: string; grant: boolean }) =>
    request('POST /api/admin/invitations/:invitationId/approval', {
      params: { invitationId: id },
      ifMatch: version,
      body,
    }),
  )

export const linkOf = async (id: string) =>
  (await request('POST /api/admin/invitations/:invitationId/link', { params: { invitationId: id } })).url

export const downloadLinks = () => request('GET /api/admin/invitations/links.csv', { file: 'text/csv' })

export const sendRows = (rows: readonly ImportRow[], preview: boolean) =>
  request('POST /api/admin/invitations/import', { body: { rows, preview } })
