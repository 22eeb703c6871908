import { useQuery } from '@tanstack/react-query'

import { EVENT_FORMATS, type EventFormat } from '#shared/event-rules.ts'
import { type EventFilter, eventTags } from '#client/features/events/queries.ts'
import { FORMAT_NAMES } from './labels.ts'
import { SearchField } from '#client/ui/SearchField.tsx'
import { SelectField } from '#client/ui/SelectField.tsx'

import styles from './list.module.css'

interface Props {
  filter: EventFilter
  onChange: (change: Partial<EventFilter>) => void
}

const FORMATS = [
  { value: '', label: 'In any way' },
  ...EVENT_FORMATS.map((value) => ({ value, label: FORMAT_NAMES[value] })),
]

export function EventFilters({ filter, onChange }: Props) {
  // Without tags the list can still be read and searched.
  const { data } = useQuery({ ...eventTags, throwOnError: false })
  const tags = data?.items ?? []
  // An event may spell it otherwise than most, and a shared address may name one that no event has any more.
  const chosen = tags.find((known) => isSameTag(known, filter.tag)) ?? filter.tag
  const choices = new Set([chosen, ...tags].filter(Boolean))
  return (
    <div className={styles.filters}>
      <SearchField
        label="Search events"
        placeholder="Title, place or tag"
        value={filter.q}
        onSearch={(q) => onChange({ q })}
      />
      <SelectField
        label="How"
        labelHidden
        name="format"
        value={filter.format}
        options={FORMATS}
        onChange={(format) => onChange({ format: format as EventFormat | '' })}
      />
      {choices.size > 0 && (
        <SelectField
          label="Tag"
          labelHidden
          name="tag"
          value={chosen}
          options={[
            { value: '', label: 'Any tag' },
            ...[...choices].map((value) => ({ value, label: value })),
          ]}
          onChange={(tag) => onChange({ tag })}
        />
      )}
    </div>
  )
}

const isSameTag = (one: string, other: string) =>
  one.localeCompare(other, undefined, { sensitivity: 'base' }) === 0
