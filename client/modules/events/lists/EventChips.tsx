import { useQuery } from '@tanstack/react-query'

import * as chapters from '#shared/chapters/messages.ts'
import { MY_CHAPTERS } from '#shared/lib/paths.ts'
import * as m from '#shared/events/messages.ts'
import { ONLINE_PLACE } from '#shared/events/rules.ts'
import { labelled } from '#shared/lib/messages.ts'
import { keysOf } from '#shared/lib/records.ts'
import { formatOn } from '#client/lib/time/dates.ts'
import { FilterChips } from '#client/ui/lists/FilterChips.tsx'
import { chapterChoices } from '#client/modules/events/chapters/choices.ts'
import type { EventFilter } from '#client/modules/events/events/queries.ts'

import { NO_FILTERS } from './use-event-filter.ts'

type Name = keyof typeof NO_FILTERS

interface Props {
  filter: EventFilter
  /** Whether the list has days: a calendar has its own. */
  hasDays: boolean
  onChange: (change: Partial<EventFilter>) => void
}

/** The filters that are set, whose fields are folded. */
export function EventChips({ filter, hasDays, onChange }: Props) {
  const chapter = useChapterName(filter.chapter)
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

/** Undefined until it is known. The slug itself for a former address, and for a chapter that the viewer does not see. */
function useChapterName(slug: string) {
  const isOne = slug !== '' && slug !== MY_CHAPTERS
  const { data, isPending } = useQuery({ ...chapterChoices('see'), enabled: isOne, throwOnError: false })
  if (!isOne) return slug && chapters.myChapters()
  if (isPending) return
  return data?.find((each) => each.slug === slug)?.name ?? slug
}
