import { lazy } from 'react'
import { useSearchParams } from 'react-router-dom'

import { PageHeader } from '#client/ui/PageHeader.tsx'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import { Stack } from '#client/ui/Stack.tsx'
import { Tabs } from '#client/ui/Tabs.tsx'

import { AuditLog } from './AuditLog.tsx'
import { Members } from './Members.tsx'

const Prestige = lazy(async () => ({ default: (await import('./Prestige.tsx')).Prestige }))

const SECTIONS = [
  { value: 'community', label: 'Members and audit log' },
  { value: 'prestige', label: 'Prestige' },
] as const

/** `?section=prestige` */
export function Component() {
  const [search, setSearch] = useSearchParams()
  const section = search.get('section') === 'prestige' ? 'prestige' : 'community'
  const open = (value: string) =>
    setSearch(value === 'community' ? {} : { section: value }, { replace: true })
  return (
    <>
      <ScreenTitle>Admin</ScreenTitle>
      <PageHeader title="Admin" lead="All members, the audit log and prestige." />
      <Tabs label="Sections" tabs={SECTIONS} value={section} onChange={open}>
        {section === 'prestige' ? (
          <Prestige />
        ) : (
          <Stack gap={8}>
            <Members />
            <AuditLog />
          </Stack>
        )}
      </Tabs>
    </>
  )
}
