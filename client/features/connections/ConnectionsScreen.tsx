import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router-dom'

import { paths } from '#shared/paths.ts'
import { PageHeader } from '#client/ui/PageHeader.tsx'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import { ScreenSpinner } from '#client/ui/Spinner.tsx'
import { Tabs } from '#client/ui/Tabs.tsx'

import { Accepted } from './lists/Accepted.tsx'
import { Blocked, BlockedLink } from './lists/Blocked.tsx'
import { Received } from './lists/Received.tsx'
import { Sent } from './lists/Sent.tsx'
import { connectionCounts } from './queries.ts'

// Apart: its filters weigh as much as all the lists.
const Directory = lazy(async () => ({ default: (await import('./directory/Directory.tsx')).Directory }))

const PANELS = { connections: Accepted, received: Received, sent: Sent, directory: Directory }
type Tab = keyof typeof PANELS

const isTab = (name: string): name is Tab => Object.hasOwn(PANELS, name)

export function Component() {
  const [params, setParams] = useSearchParams()
  const wanted = params.get('tab') ?? 'connections'
  if (wanted === 'blocked') return <Blocked />
  const open = (tab: Tab): void =>
    setParams(tab === 'connections' ? {} : { tab }, { preventScrollReset: true })
  return (
    <>
      <ScreenTitle>Connections</ScreenTitle>
      <PageHeader title="Connections" lead="People you know here, and people worth knowing." />
      <Lists tab={isTab(wanted) ? wanted : 'connections'} onChange={open} />
      <BlockedLink to={paths.connectionsTab('blocked')} />
    </>
  )
}

const counted = (count: number | undefined) => (count ? { count } : {})

function Lists({ tab, onChange }: { tab: Tab; onChange: (tab: Tab) => void }) {
  // The lists say what is there; without their counts nothing is lost.
  const { data: counts } = useQuery({ ...connectionCounts, throwOnError: false })
  const Panel = PANELS[tab]
  return (
    <Tabs
      label="Connections"
      value={tab}
      onChange={onChange}
      tabs={[
        { value: 'connections', label: 'Connected', ...counted(counts?.accepted) },
        { value: 'received', label: 'Received', ...counted(counts?.received) },
        { value: 'sent', label: 'Sent', ...counted(counts?.sent) },
        { value: 'directory', label: 'Directory' },
      ]}
    >
      {/* Keyed: another tab shows at once that it is loading, while a search keeps what is there. */}
      <Suspense key={tab} fallback={<ScreenSpinner />}>
        <Panel />
      </Suspense>
    </Tabs>
  )
}
