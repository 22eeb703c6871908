import { Suspense } from 'react'

import * as m from '#shared/events/messages.ts'
import { ONLINE_PLACE } from '#shared/events/rules.ts'
import { labelled } from '#shared/lib/messages.ts'
import { keysOf } from '#shared/lib/records.ts'
import { lazyPart } from '#client/lib/lazy-part.ts'
import { formatOn } from '#client/lib/time/dates.ts'
import { FilterChips } from '#client/ui/lists/FilterChips.tsx'
import type { EventFilter } from '#client/modules/events/events/queries.ts'

import { NO_FILTERS } from './use-event-filter.ts'

const ChapterName = lazyPart(() => import('#client/modules/people/directory/ChapterName.tsx'), 'ChapterName')

type Name = keyof typeof NO_FILTERS

interface Props {
  filter: EventFilter
  /** Whether the list has days: a calendar has its own. */
  hasDays: boolean
  onChange: (change: Partial<EventFilter>) => void
}

/** The filters that are set, whose fields are folded. */
export function EventChips(props: Props) {
  const { chapter } = props.filter
  if (!chapter) return <Chips {...props} chapter="" />
  return (
    <Suspense>
      <ChapterName slug={chapter}>{(name) => <Chips {...props} chapter={name} />}</ChapterName>
    </Suspense>
  )
}

function Chips({ filter, chapter, hasDays, onChange }: Props & { chapter: string | undefined }) {
  const labels: Record<Name, string | undefined> = {
    q: filter.q,
    tag: filter.tag,
    format: filter.format && m.eventFormat({ format: filter.format }),
    place: filter.place === ONLINE_PLACE ? m.eventFormat({ format: 'online' }) : filter.place,
    connections: filter.connections && m.listGoing({ who: 'connections' }),
    chapter,
    from: hasDays && filter.from ? labelled({ label: m.listFrom(), value: formatOn(filter.from) }) : '',
    to: hasDays && filter.to ? labelled({ label: m.listTo(), value: formatOn(filter.to) }) : '',
  }
  return (
    <FilterChips
      chips={keysOf(labels).flatMap((name) => (labels[name] ? [{ name, label: labels[name] }] : []))}
      onRemove={(name) => onChange({ [name]: '' })}
      onClear={() => onChange(NO_FILTERS)}
    />
  )
}
