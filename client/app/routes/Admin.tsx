import type { ComponentType } from 'react'
import { useSearchParams } from 'react-router-dom'

import * as m from '#shared/admin/messages.ts'
import { ADMIN_SECTIONS, type AdminSection } from '#shared/lib/paths/admin.ts'
import { CHAPTER } from '#shared/lib/paths.ts'
import { lazyPart } from '#client/lib/lazy-part.ts'
import { PageHeader } from '#client/ui/page/PageHeader.tsx'
import { ScreenTitle } from '#client/ui/page/ScreenTitle.tsx'
import { Tabs } from '#client/ui/page/Tabs.tsx'
import { asScreen } from '#client/app/screens/as-screen.tsx'

/** Each section loads its code when it is opened, and owns the rest of the query. */
const SECTIONS: Record<AdminSection, ComponentType> = {
  overview: asScreen(lazyPart(() => import('#client/modules/admin/overview/Overview.tsx'), 'Overview')),
  members: asScreen(lazyPart(() => import('#client/modules/admin/members/Members.tsx'), 'Members')),
  events: asScreen(lazyPart(() => import('#client/modules/admin/events/Events.tsx'), 'Events')),
  invitations: asScreen(
    lazyPart(() => import('#client/modules/admin/invitations/Invitations.tsx'), 'Invitations'),
  ),
  chapters: asScreen(lazyPart(() => import('#client/modules/chapters/screens.tsx'), 'AdminChapters')),
  joining: asScreen(lazyPart(() => import('#client/modules/admin/joining/Joining.tsx'), 'Joining')),
  reports: asScreen(lazyPart(() => import('#client/modules/admin/reports/Reports.tsx'), 'Reports')),
  settings: asScreen(lazyPart(() => import('#client/modules/admin/settings/Settings.tsx'), 'Settings')),
  prestige: asScreen(lazyPart(() => import('#client/modules/admin/prestige/Prestige.tsx'), 'Prestige')),
  errors: asScreen(lazyPart(() => import('#client/modules/admin/errors/Errors.tsx'), 'Errors')),
  audit: asScreen(lazyPart(() => import('#client/modules/admin/audit/AuditLog.tsx'), 'AuditLog')),
}
/** Parameters with the id of one entry of a section, which is a screen of its own. */
const ENTRIES = ['member', 'reported', 'error']
const tabs = () => ADMIN_SECTIONS.map((value) => ({ value, label: m.sectionName({ section: value }) }))

const ChapterAdmin = asScreen(lazyPart(() => import('#client/modules/chapters/screens.tsx'), 'ChapterAdmin'))

/** `?section=members` and so on, or `?chapter=` for the leads of a chapter. */
export function Component() {
  const [search] = useSearchParams()
  const slug = search.get(CHAPTER)
  return slug ? <ChapterAdmin key={slug} slug={slug} /> : <Sections />
}

function Sections() {
  const [search, setSearch] = useSearchParams()
  const section = ADMIN_SECTIONS.find((name) => name === search.get('section')) ?? 'overview'
  const Section = SECTIONS[section]
  const entry = ENTRIES.map((name) => search.get(name)).find(Boolean)
  const open = (value: AdminSection) => setSearch(value === 'overview' ? {} : { section: value })
  return (
    <>
      <ScreenTitle>{m.title()}</ScreenTitle>
      <PageHeader title={m.title()} />
      <Tabs label={m.sections()} tabs={tabs()} value={section} onChange={open}>
        <Section key={entry} />
      </Tabs>
    </>
  )
}
