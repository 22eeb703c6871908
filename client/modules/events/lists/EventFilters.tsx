import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'

import * as m from '#shared/events/messages.ts'
import { EVENT_FORMATS, ONLINE_PLACE } from '#shared/events/rules.ts'
import { lazyPart } from '#client/lib/lazy-part.ts'
import { readSettings } from '#client/lib/settings.ts'
import { DateField } from '#client/ui/form/DateField.tsx'
import { FoldedFilters } from '#client/ui/lists/FoldedFilters.tsx'
import { SearchField } from '#client/ui/form/SearchField.tsx'
import { SelectField } from '#client/ui/form/SelectField.tsx'
import styles from '#client/modules/events/events/list.module.css'
import { type EventFilter, eventTags } from '#client/modules/events/events/queries.ts'

const ChapterFilter = lazyPart(() => import('#client/modules/events/chapters/parts.ts'), 'ChapterFilter')

interface Props {
  filter: EventFilter
  /** Whether the days can be chosen: a calendar has its own. */
  hasDays: boolean
  onChange: (change: Partial<EventFilter>) => void
}

const formatOptions = () => [
  { value: '' as const, label: m.listAnyFormat() },
  ...EVENT_FORMATS.map((format) => ({ value: format, label: m.eventFormat({ format }) })),
]
const peopleOptions = () => [
  { value: '', label: m.listGoing({ who: 'anyone' }) },
  { value: '1', label: m.listGoing({ who: 'connections' }) },
]

export function EventFilters({ filter, hasDays, onChange }: Props) {
  // The list is useful without tags and cities, so their failure is not shown.
  const { data, isPending } = useQuery({ ...eventTags, throwOnError: false })
  const { from, to } = filter
  const tags = optionsWith(data?.items ?? [], filter.tag)
  const cities = optionsWith(data?.cities ?? [], filter.place === ONLINE_PLACE ? '' : filter.place)
  const active = [
    filter.q,
    filter.format,
    filter.tag,
    filter.place,
    filter.connections,
    filter.chapter,
    ...(hasDays ? [from, to] : []),
  ]
  return (
    <FoldedFilters active={active.filter(Boolean).length} className={styles.filters} onAllScreens>
      <SearchField
        label={m.listSearch()}
        placeholder={m.listSearchHint()}
        value={filter.q}
        onSearch={(q) => onChange({ q })}
      />
      <SelectField
        label={m.listFormat()}
        labelHidden
        name="format"
        value={filter.format}
        options={formatOptions()}
        onChange={(format) => onChange({ format })}
      />
      <SelectField
        label={m.listPlace()}
        labelHidden
        name="place"
        value={cities.chosen || filter.place}
        options={[
          { value: '', label: m.listAnywhere() },
          { value: ONLINE_PLACE, label: m.eventFormat({ format: 'online' }) },
          ...cities.options,
        ]}
        onChange={(place) => onChange({ place })}
      />
      {/* Also before they are loaded, so that the list below does not move. */}
      {(isPending || tags.options.length > 0) && (
        <SelectField
          label={m.listTag()}
          labelHidden
          name="tag"
          value={tags.chosen}
          options={[{ value: '', label: m.listAnyTag() }, ...tags.options]}
          onChange={(tag) => onChange({ tag })}
        />
      )}
      <SelectField
        label={m.listWhoGoes()}
        labelHidden
        name="connections"
        value={filter.connections}
        options={peopleOptions()}
        onChange={(connections) => onChange({ connections: connections === '1' ? '1' : '' })}
      />
      {readSettings().COMMUNITY?.chapters && (
        <Suspense>
          <ChapterFilter value={filter.chapter} onChange={(chapter) => onChange({ chapter })} />
        </Suspense>
      )}
      {hasDays && (
        <div className={styles.dates}>
          <DateField
            label={m.listFrom()}
            name="from"
            value={from}
            onChange={(day) => onChange({ from: day, to: to && day > to ? day : to })}
          />
          <DateField
            label={m.listTo()}
            name="to"
            value={to}
            min={from}
            onChange={(day) => onChange({ to: day, from: day && day < from ? day : from })}
          />
        </div>
      )}
    </FoldedFilters>
  )
}

/** A shared link may spell the value differently, or name one that no event has any more. */
function optionsWith(known: readonly string[], wanted: string) {
  const chosen = known.find((value) => isSame(value, wanted)) ?? wanted
  const values = [...new Set([chosen, ...known].filter(Boolean))]
  return { chosen, options: values.map((value) => ({ value, label: value })) }
}

const isSame = (one: string, other: string) =>
  one.localeCompare(other, undefined, { sensitivity: 'base' }) === 0
