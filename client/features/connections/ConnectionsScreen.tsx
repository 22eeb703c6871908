import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { Link, Navigate, useSearchParams } from 'react-router-dom'

import { settingsPath } from '#shared/settings-paths.ts'
import { PageHeader } from '#client/ui/PageHeader.tsx'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import { ScreenSpinner } from '#client/ui/Spinner.tsx'
import { Tabs } from '#client/ui/Tabs.tsx'

import { AcceptedList, ReceivedList, SentList } from './lists/ConnectionLists.tsx'
import styles from './lists/lists.module.css'
import { connectionCounts } from './queries.ts'

// A chunk of its own: its filters are as large as all the lists together.
const Directory = lazy(async () => ({ default: (await import('./directory/Directory.tsx')).Directory }))

const PANELS = { connections: AcceptedList, received: ReceivedList, sent: SentList, directory: Directory }
type Tab = keyof typeof PANELS

const isTab = (name: string): name is Tab => Object.hasOwn(PANELS, name)

export function Component() {
  const [params, setParams] = useSearchParams()
  const wanted = params.get('tab') ?? 'connections'
  // Where the list was before, for bookmarks.
  if (wanted === 'blocked') return <Navigate to={settingsPath('blocked')} replace />
  const open = (tab: Tab): void =>
    setParams(tab === 'connections' ? {} : { tab }, { preventScrollReset: true })
  return (
    <>
      <ScreenTitle>Connections</ScreenTitle>
      <PageHeader title="Connections" lead="Manage your connections and meet other members." />
      <TabbedLists tab={isTab(wanted) ? wanted : 'connections'} onChange={open} />
      <p className={styles.blockedLink}>
        <Link viewTransition to={settingsPath('blocked')}>
          Blocked people
        </Link>
      </p>
    </>
  )
}

const withCount = (count: number | undefined) => (count ? { count } : {})

function TabbedLists({ tab, onChange }: { tab: Tab; onChange: (tab: Tab) => void }) {
  // The counts are a convenience: without them the lists still work.
  const { data: counts } = useQuery({ ...connectionCounts, throwOnError: false })
  const Panel = PANELS[tab]
  return (
    <Tabs
      label="Connections"
      value={tab}
      onChange={onChange}
      tabs={[
        { value: 'connections', label: 'Connections', ...withCount(counts?.accepted) },
        { value: 'received', label: 'Received', ...withCount(counts?.received) },
        { value: 'sent', label: 'Sent', ...withCount(counts?.sent) },
        { value: 'directory', label: 'Directory' },
      ]}
    >
      {/* The key makes another tab show its spinner at once; a search within a tab keeps the old results. */}
      <Suspense key={tab} fallback={<ScreenSpinner />}>
        <Panel />
      </Suspense>
    </Tabs>
  )
}
