import { useQuery } from '@tanstack/react-query'

import { EVENT_FORMATS, type EventFormat } from '#shared/event-rules.ts'
import { type EventFilter, eventTags } from '#client/features/events/queries.ts'
import { FORMAT_NAMES } from '#client/features/events/words.ts'
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
  const tags = new Set([...(filter.tag ? [filter.tag] : []), ...(data?.items ?? [])])
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
      {tags.size > 0 && (
        <SelectField
          label="Tag"
          labelHidden
          name="tag"
          value={filter.tag}
          options={[{ value: '', label: 'Any tag' }, ...[...tags].map((value) => ({ value, label: value }))]}
          onChange={(tag) => onChange({ tag })}
        />
      )}
    </div>
  )
}
