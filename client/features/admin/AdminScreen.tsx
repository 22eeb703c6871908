import { PageHeader } from '#client/ui/PageHeader.tsx'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import { Stack } from '#client/ui/Stack.tsx'

import { AuditLog } from './AuditLog.tsx'
import { Members } from './Members.tsx'

export const Component = () => (
  <>
    <ScreenTitle>Admin</ScreenTitle>
    <PageHeader title="Admin" lead="All members and the audit log." />
    <Stack gap={8}>
      <Members />
      <AuditLog />
    </Stack>
  </>
)
