import { type ComponentType, lazy } from 'react'
import { useSearchParams } from 'react-router-dom'

import { ADMIN_SECTIONS, type AdminSection } from '#shared/admin-paths.ts'
import { PageHeader } from '#client/ui/PageHeader.tsx'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import { Tabs } from '#client/ui/Tabs.tsx'

/** Each section loads its code when it is opened. A section owns the rest of the query. */
const SECTIONS: Record<AdminSection, { label: string; Section: ComponentType }> = {
  overview: {
    label: 'Overview',
    Section: lazy(async () => ({ default: (await import('./overview/Overview.tsx')).Overview })),
  },
  members: {
    label: 'Members',
    Section: lazy(async () => ({ default: (await import('./members/Members.tsx')).Members })),
  },
  events: {
    label: 'Events',
    Section: lazy(async () => ({ default: (await import('./events/Events.tsx')).Events })),
  },
  invitations: {
    label: 'Invitations',
    Section: lazy(async () => ({ default: (await import('./invitations/Invitations.tsx')).Invitations })),
  },
  joining: {
    label: 'Who can join',
    Section: lazy(async () => ({ default: (await import('./joining/Joining.tsx')).Joining })),
  },
  reports: {
    label: 'Reports',
    Section: lazy(async () => ({ default: (await import('./reports/Reports.tsx')).Reports })),
  },
  settings: {
    label: 'Settings',
    Section: lazy(async () => ({ default: (await import('./settings/Settings.tsx')).Settings })),
  },
  prestige: {
    label: 'Prestige',
    Section: lazy(async () => ({ default: (await import('./prestige/Prestige.tsx')).Prestige })),
  },
  errors: {
    label: 'Errors',
    Section: lazy(async () => ({ default: (await import('./errors/Errors.tsx')).Errors })),
  },
  audit: {
    label: 'Audit log',
    Section: lazy(async () => ({ default: (await import('./audit/AuditLog.tsx')).AuditLog })),
  },
}
const TABS = ADMIN_SECTIONS.map((value) => ({ value, label: SECTIONS[value].label }))

/** `?section=members` and so on (decision 013). */
export function Component() {
  const [search, setSearch] = useSearchParams()
  const section = ADMIN_SECTIONS.find((name) => name === search.get('section')) ?? 'overview'
  const { Section } = SECTIONS[section]
  const open = (value: AdminSection) => setSearch(value === 'overview' ? {} : { section: value })
  return (
    <>
      <ScreenTitle>Admin</ScreenTitle>
      <PageHeader title="Admin" />
      <Tabs label="Sections" tabs={TABS} value={section} onChange={open}>
        <Section />
      </Tabs>
    </>
  )
}
