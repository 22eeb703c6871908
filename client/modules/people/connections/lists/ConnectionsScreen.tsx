import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { Link, Navigate, useSearchParams } from 'react-router-dom'

import * as m from '#shared/people/messages.ts'
import { paths } from '#shared/lib/paths.ts'
import { settingsPath } from '#shared/lib/paths/profile.ts'
import { lazyPart } from '#client/lib/lazy-part.ts'
import { introductions } from '#client/modules/people/introductions/queries.ts'
import { PageHeader } from '#client/ui/page/PageHeader.tsx'
import { ScreenTitle } from '#client/ui/page/ScreenTitle.tsx'
import { ScreenSpinner } from '#client/ui/Spinner.tsx'
import { Tabs } from '#client/ui/page/Tabs.tsx'
import { connectionCounts, connectionList } from '#client/modules/people/connections/queries.ts'

import { AcceptedList, ReceivedList, SentList } from './ConnectionLists.tsx'
import styles from './lists.module.css'

// One separate chunk: the filters of both are as large as all the lists together.
const panels = () => import('./searched-panels.ts')
const Directory = lazyPart(panels, 'Directory')
const Asks = lazyPart(panels, 'Asks')

const PANELS = {
  directory: Directory,
  asks: Asks,
  connections: AcceptedList,
  received: ReceivedList,
  sent: SentList,
}
type Tab = keyof typeof PANELS

const isTab = (name: string): name is Tab => Object.hasOwn(PANELS, name)

/** @param actions of other features, beside the title */
export function ConnectionsScreen({ actions }: { actions?: ReactNode }) {
  const [params, setParams] = useSearchParams()
  const wanted = params.get('tab') ?? 'connections'
  // Redirects bookmarks of the list's former address.
  if (wanted === 'blocked') return <Navigate to={settingsPath('blocked')} replace />
  const tab = isTab(wanted) ? wanted : 'connections'
  const Panel = params.size === 0 ? FirstPanel : PANELS[tab]
  const open = (next: Tab): void => setParams({ tab: next }, { preventScrollReset: true })
  return (
    <>
      <ScreenTitle>{m.connections()}</ScreenTitle>
      <PageHeader title={m.connections()} actions={actions} />
      <CountedTabs tab={tab} onChange={open}>
        {/* The key makes another tab show its spinner at once; a search within a tab keeps the old results. */}
        <Suspense key={tab} fallback={<ScreenSpinner />}>
          <Panel />
          {/* Shown together with the list, which would otherwise push it down. */}
          <p className={styles.blockedLink}>
            <Link viewTransition to={settingsPath('blocked')}>
              {m.blockedPeople()}
            </Link>
          </p>
        </Suspense>
      </CountedTabs>
    </>
  )
}

/** Newcomers start with the people whom they could ask: they have neither connections nor introductions. */
function FirstPanel() {
  // AcceptedList loads both and shows their errors.
  const accepted = useInfiniteQuery({ ...connectionList('accepted'), throwOnError: false })
  const introduced = useQuery({ ...introductions, throwOnError: false })
  const isEmpty =
    accepted.data?.items.length === 0 &&
    introduced.data &&
    introduced.data.asked.length + introduced.data.made.length === 0
  if (!isEmpty) return <AcceptedList />
  if (accepted.isFetching || introduced.isFetching) return <ScreenSpinner />
  return <Navigate to={paths.connectionsTab('directory')} replace />
}

const withCount = (count: number | undefined) => (count ? { count } : {})

interface CountedTabsProps {
  tab: Tab
  onChange: (tab: Tab) => void
  children: ReactNode
}

/**
 * A component of its own: when the counts arrive, React would otherwise render a list that is still loading in one
 * piece.
 */
function CountedTabs({ tab, onChange, children }: CountedTabsProps) {
  // The counts are a convenience: without them the lists still work.
  const { data: counts } = useQuery({ ...connectionCounts, throwOnError: false })
  return (
    <Tabs
      label={m.connections()}
      value={tab}
      onChange={onChange}
      tabs={[
        { value: 'directory', label: m.tabPeople() },
        { value: 'asks', label: m.tabAsks() },
        { value: 'connections', label: m.connections(), ...withCount(counts?.accepted) },
        { value: 'received', label: m.tabReceived(), ...withCount(counts?.received) },
        { value: 'sent', label: m.tabSent(), ...withCount(counts?.sent) },
      ]}
    >
      {children}
    </Tabs>
  )
}
