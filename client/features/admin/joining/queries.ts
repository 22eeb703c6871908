import { queryOptions } from '@tanstack/react-query'

import type { AuditLine } from '#shared/admin.ts'
import type { Joining, JoiningSettings } from '#shared/community-settings.ts'
import { useAdminCommand } from '#client/features/admin/use-admin-command.ts'
import { pagedQuery } from '#client/lib/pages.ts'
import { request } from '#client/lib/request.ts'

const URL = '/api/admin/settings/joining'

export const joiningSettings = queryOptions({
  queryKey: ['admin', 'settings', 'joining'],
  queryFn: ({ signal }) => request<JoiningSettings>(URL, { signal }),
})

export const joiningHistory = pagedQuery<AuditLine>(
  ['admin', 'settings', 'joining', 'history'],
  `${URL}/history`,
)

export const useSaveJoining = () =>
  useAdminCommand(({ value, version }: { value: Joining; version: number }) =>
    request<JoiningSettings>(URL, { method: 'PUT', body: value, ifMatch: version }),
  )
