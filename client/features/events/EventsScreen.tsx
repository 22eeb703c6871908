import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router-dom'

import { FORMAT_NAMES } from '#shared/event-labels.ts'
import {
  EVENT_FORMATS,
  EVENT_LISTS,
  type EventFormat,
  type EventList as ListName,
} from '#shared/event-rules.ts'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import { PageHeader } from '#client/ui/PageHeader.tsx'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import { SearchField } from '#client/ui/SearchField.tsx'
import { SelectField } from '#client/ui/SelectField.tsx'
import { type Tab, Tabs } from '#client/ui/Tabs.tsx'

import { EventList } from './EventList.tsx'
import styles from './list.module.css'
import { type EventFilter, eventTags } from './queries.ts'

const TABS: readonly Tab<ListName>[] = [
  { value: 'upcoming', label: 'Upcoming' },
  { value: 'mine', label: 'My events' },
  { value: 'past', label: 'Past' },
]
const ORGANISER_TABS: readonly Tab<ListName>[] = [...TABS, { value: 'drafts', label: 'Drafts' }]

interface Props {
  isOrganiser: boolean
  calendarFeed: ReactNode
  /** Above the list. */
  notice: ReactNode
  /** Above the member's own events. */
  hiddenRsvps: ReactNode
}

export function EventsScreen({ isOrganiser, calendarFeed, notice, hiddenRsvps }: Props) {
  const { filter, change, clear } = useEventFilter()
  return (
    <>
      <ScreenTitle>Events</ScreenTitle>
      <PageHeader
        title="Events"
        lead="Meet other members, in person or online."
        actions={
          <>
            {calendarFeed}
            {isOrganiser && <LinkButton to="?create=1">Create event</LinkButton>}
          </>
        }
      />
      {notice && <div className={styles.notice}>{notice}</div>}
      <Tabs
        label="Event lists"
        tabs={isOrganiser ? ORGANISER_TABS : TABS}
        value={filter.list}
        onChange={(list) => change({ list })}
      >
        {filter.list === 'mine' && <div className={styles.notice}>{hiddenRsvps}</div>}
        <EventFilters filter={filter} onChange={change} />
        <EventList filter={filter} onClear={clear} />
      </Tabs>
    </>
  )
}

/** The filter is in the URL, so that back, reload and a shared link show the same events. */
function useEventFilter() {
  const [params, setParams] = useSearchParams()
  const filter: EventFilter = {
    list: oneOf(EVENT_LISTS, params.get('list')) ?? 'upcoming',
    q: params.get('q') ?? '',
    tag: params.get('tag') ?? '',
    format: oneOf(EVENT_FORMATS, params.get('format')) ?? '',
  }

  /** A tab adds a history entry; a search or a filter replaces the current one. */
  function change(part: Partial<EventFilter>) {
    const next = Object.entries({ ...filter, ...part }).filter(
      ([name, value]) => value && `${name}=${value}` !== 'list=upcoming',
    )
    setParams(next, { replace: part.list === undefined, preventScrollReset: true })
  }

  const isFiltered = Boolean(filter.q || filter.tag || filter.format)
  return { filter, change, clear: isFiltered ? () => change({ q: '', tag: '', format: '' }) : undefined }
}

const oneOf = <T extends string>(values: readonly T[], value: string | null) =>
  values.find((known) => known === value)

interface FiltersProps {
  filter: EventFilter
  onChange: (change: Partial<EventFilter>) => void
}

const FORMAT_OPTIONS = [
  { value: '', label: 'Any format' },
  ...EVENT_FORMATS.map((value) => ({ value, label: FORMAT_NAMES[value] })),
]

function EventFilters({ filter, onChange }: FiltersProps) {
  // The list is useful without the tags, so their failure is not shown.
  const { data } = useQuery({ ...eventTags, throwOnError: false })
  const tags = data?.items ?? []
  // A shared link may spell the tag differently, or name one that no event has any more.
  const chosen = tags.find((known) => isSameTag(known, filter.tag)) ?? filter.tag
  const tagOptions = [...new Set([chosen, ...tags].filter(Boolean))]
  return (
    <div className={styles.filters}>
      <SearchField
        label="Search events"
        placeholder="Title, place or tag"
        value={filter.q}
        onSearch={(q) => onChange({ q })}
      />
      <SelectField
        label="Format"
        labelHidden
        name="format"
        value={filter.format}
        options={FORMAT_OPTIONS}
        onChange={(format) => onChange({ format: format as EventFormat | '' })}
      />
      {tagOptions.length > 0 && (
        <SelectField
          label="Tag"
          labelHidden
          name="tag"
          value={chosen}
          options={[{ value: '', label: 'Any tag' }, ...tagOptions.map((value) => ({ value, label: value }))]}
          onChange={(tag) => onChange({ tag })}
        />
      )}
    </div>
  )
}

const isSameTag = (one: string, other: string) =>
  one.localeCompare(other, undefined, { sensitivity: 'base' }) === 0
