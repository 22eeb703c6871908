import { useSuspenseInfiniteQuery } from '@tanstack/react-query'

import type { AuditLine } from '#shared/admin.ts'
import { pagedQuery } from '#client/lib/pages.ts'
import { ShowMore } from '#client/ui/ShowMore.tsx'
import { Stack } from '#client/ui/Stack.tsx'

import { AuditTable } from './AuditTable.tsx'

const auditLog = pagedQuery<AuditLine>(['admin', 'audit'], '/api/admin/audit')

export function AuditLog() {
  const list = useSuspenseInfiniteQuery(auditLog)
  return (
    <Stack gap={3}>
      <h2>Audit log</h2>
      <AuditTable label="Audit log" entries={list.data} />
      <ShowMore {...list} />
    </Stack>
  )
}
