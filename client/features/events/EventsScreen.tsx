import { useSearchParams } from 'react-router-dom'

import type { EventList as ListName } from '#shared/event-rules.ts'
import { useAuth } from '#client/lib/auth.tsx'
import { UnsavedNotice } from '#client/lib/edits/Unsaved.tsx'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import { PageHeader } from '#client/ui/PageHeader.tsx'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import { type Tab, Tabs } from '#client/ui/Tabs.tsx'

import { CalendarFeedButton } from './calendar-feed/CalendarFeedButton.tsx'
import { EventFilters } from './list/EventFilters.tsx'
import { EventList } from './list/EventList.tsx'
import styles from './list/list.module.css'
import { useEventFilter } from './list/use-event-filter.ts'
import { isKept, NEW_EVENT_DRAFT } from './editor/draft/kept-drafts.ts'
import { CreateEvent } from './manage.tsx'

const TABS: readonly Tab<ListName>[] = [
  { value: 'upcoming', label: 'Coming up' },
  { value: 'mine', label: 'Mine' },
  { value: 'past', label: 'Past' },
]
const ORGANISER_TABS: readonly Tab<ListName>[] = [...TABS, { value: 'drafts', label: 'Drafts' }]

export function Component() {
  const [params] = useSearchParams()
  const isOrganiser = useIsOrganiser()
  return isOrganiser && params.has('create') ? <CreateEvent /> : <Events isOrganiser={isOrganiser} />
}

function Events({ isOrganiser }: { isOrganiser: boolean }) {
  const { filter, change, clear } = useEventFilter()
  return (
    <>
      <ScreenTitle>Events</ScreenTitle>
      <PageHeader
        title="Events"
        lead="Where members meet: in a room, online, or both."
        actions={
          <>
            <CalendarFeedButton />
            {isOrganiser && <LinkButton to="?create=1">New event</LinkButton>}
          </>
        }
      />
      {isOrganiser && isKept(NEW_EVENT_DRAFT) && (
        <div className={styles.unsaved}>
          <UnsavedNotice title="You have begun an event that is not saved" to="?create=1" />
        </div>
      )}
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

function useIsOrganiser() {
  const auth = useAuth()
  return auth.state === 'signed-in' && ['organiser', 'admin'].includes(auth.user.member?.role ?? 'member')
}
