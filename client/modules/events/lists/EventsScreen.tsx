import { type ReactNode, Suspense } from 'react'
import { Link, useSearchParams } from 'react-router-dom'

import * as m from '#shared/events/messages.ts'
import { type EventList as ListName, EVENT_VIEWS, type EventView } from '#shared/events/rules.ts'
import { lazyPart } from '#client/lib/lazy-part.ts'
import { CalendarIcon } from '#client/ui/icons/member-icons.tsx'
import { PageHeader } from '#client/ui/page/PageHeader.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { ScreenTitle } from '#client/ui/page/ScreenTitle.tsx'
import { ScreenSpinner } from '#client/ui/Spinner.tsx'
import { type Tab, Tabs } from '#client/ui/page/Tabs.tsx'
import { EventList } from '#client/modules/events/events/EventList.tsx'
import styles from '#client/modules/events/events/list.module.css'

import { EventFilters } from './EventFilters.tsx'
import { useEventFilter } from './use-event-filter.ts'

const EventChips = lazyPart(() => import('./EventChips.tsx'), 'EventChips')
const EventCalendar = lazyPart(() => import('./EventCalendar.tsx'), 'EventCalendar')

const LISTS: readonly ListName[] = ['upcoming', 'mine', 'past']
const ORGANISER_LISTS: readonly ListName[] = [...LISTS, 'drafts']

const tabsOf = (isOrganiser: boolean): readonly Tab<ListName>[] =>
  (isOrganiser ? ORGANISER_LISTS : LISTS).map((list) => ({ value: list, label: m.listName({ list }) }))

interface Props {
  isOrganiser: boolean
  actions: ReactNode
  /** Shown above the list. */
  notice: ReactNode
  /** Shown above the member's own events. */
  hiddenRsvps: ReactNode
}

export function EventsScreen({ isOrganiser, actions, notice, hiddenRsvps }: Props) {
  const { view, filter, change, isFiltered } = useEventFilter()
  const chips = isFiltered && (
    <Suspense>
      <EventChips filter={filter} hasDays={view === 'list'} onChange={change} />
    </Suspense>
  )
  return (
    <>
      <ScreenTitle>{m.events()}</ScreenTitle>
      <PageHeader title={m.events()} actions={actions} />
      {notice && <div className={patterns.notices}>{notice}</div>}
      {view === 'list' ? (
        <Tabs
          label={m.listTabs()}
          tabs={tabsOf(isOrganiser)}
          value={filter.list}
          onChange={(list) => change({ list })}
          end={
            <>
              <ViewSwitch view={view} />
              <EventFilters filter={filter} hasDays onChange={change} />
              {chips}
            </>
          }
        >
          {filter.list === 'mine' && <div className={patterns.notices}>{hiddenRsvps}</div>}
          <EventList filter={filter} isFiltered={isFiltered} />
        </Tabs>
      ) : (
        <>
          <div className={styles.tools}>
            <ViewSwitch view={view} />
            <EventFilters filter={filter} hasDays={false} onChange={change} />
            {chips}
          </div>
          <Suspense fallback={<ScreenSpinner />}>
            <EventCalendar view={view} filter={filter} isFiltered={isFiltered} />
          </Suspense>
        </>
      )}
    </>
  )
}

/** On a phone, the list has an icon that leads to the month, where the others are. */
function ViewSwitch({ view: current }: { view: EventView }) {
  const [params] = useSearchParams()
  function searchOf(view: EventView) {
    const next = new URLSearchParams(params)
    for (const name of ['view', 'month', 'week', 'day']) next.delete(name)
    if (view !== 'list') next.set('view', view)
    return `?${next}`
  }
  return (
    <nav aria-label={m.listViews()} className={styles.views} data-view={current}>
      {EVENT_VIEWS.map((view) => (
        <Link
          key={view}
          to={searchOf(view)}
          preventScrollReset
          aria-current={view === current ? 'page' : undefined}
          aria-label={m.listView({ view })}
        >
          {view === 'month' && <CalendarIcon />}
          <span>{m.listView({ view })}</span>
        </Link>
      ))}
    </nav>
  )
}
