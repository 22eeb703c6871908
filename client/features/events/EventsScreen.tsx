import type { ReactNode } from 'react'

import type { EventList as ListName } from '#shared/event-rules.ts'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import { PageHeader } from '#client/ui/PageHeader.tsx'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import { type Tab, Tabs } from '#client/ui/Tabs.tsx'

import { EventFilters } from './EventFilters.tsx'
import { EventList } from './EventList.tsx'
import styles from './list.module.css'
import { useEventFilter } from './use-event-filter.ts'

const TABS: readonly Tab<ListName>[] = [
  { value: 'upcoming', label: 'Coming up' },
  { value: 'mine', label: 'Mine' },
  { value: 'past', label: 'Past' },
]
const ORGANISER_TABS: readonly Tab<ListName>[] = [...TABS, { value: 'drafts', label: 'Drafts' }]

interface Props {
  isOrganiser: boolean
  calendarFeed: ReactNode
  /** Above the list. */
  notice: ReactNode
}

export function EventsScreen({ isOrganiser, calendarFeed, notice }: Props) {
  const { filter, change, clear } = useEventFilter()
  return (
    <>
      <ScreenTitle>Events</ScreenTitle>
      <PageHeader
        title="Events"
        lead="Where members meet: in a room, online, or both."
        actions={
          <>
            {calendarFeed}
            {isOrganiser && <LinkButton to="?create=1">New event</LinkButton>}
          </>
        }
      />
      {notice && <div className={styles.notice}>{notice}</div>}
      <Tabs
        label="Which events"
        tabs={isOrganiser ? ORGANISER_TABS : TABS}
        value={filter.list}
        onChange={(list) => change({ list })}
      >
        <EventFilters filter={filter} onChange={change} />
        <EventList filter={filter} onClear={clear} />
      </Tabs>
    </>
  )
}
