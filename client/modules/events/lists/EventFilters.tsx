import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'

import * as m from '#shared/events/messages.ts'
import * as words from '#shared/lib/messages.ts'
import { EVENT_FORMATS, ONLINE_PLACE } from '#shared/events/rules.ts'
import { lazyPart } from '#client/lib/lazy-part.ts'
import { readSettings } from '#client/lib/settings.ts'
import { Button } from '#client/ui/Button.tsx'
import { icon } from '#client/ui/icons/icon.tsx'
import { CountLabel } from '#client/ui/lists/CountLabel.tsx'
import { Dialog } from '#client/ui/overlays/Dialog.tsx'
import { DateField } from '#client/ui/form/DateField.tsx'
import { SearchField } from '#client/ui/form/SearchField.tsx'
import { SelectField } from '#client/ui/form/SelectField.tsx'
import styles from '#client/modules/events/events/list.module.css'
import { type EventFilter, eventTags } from '#client/modules/events/events/queries.ts'

const ChapterFilter = lazyPart(
  () => import('#client/modules/people/directory/ChapterFilter.tsx'),
  'ChapterFilter',
)

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

const FilterIcon = icon(<path d="M4 7h16M7 12h10M10 17h4" />)

/** The button, and the sheet in which the filters are. The list changes with each choice. */
export function EventFilters(props: Props) {
  const { filter, hasDays } = props
  const [isOpen, setOpen] = useState(false)
  const { q, format, tag, place, connections, chapter, from, to } = filter
  const values = [q, format, tag, place, connections, chapter, ...(hasDays ? [from, to] : [])]
  const count = values.filter(Boolean).length
  const close = () => setOpen(false)
  return (
    <>
      <Button
        variant="secondary"
        className={styles.open}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <FilterIcon />
        <span>{words.filters()} </span>
        {count > 0 && <CountLabel count={count} tone="accent" />}
      </Button>
      <Dialog
        sheet
        open={isOpen}
        onClose={close}
        title={words.filters()}
        actions={<Button onClick={close}>{m.listFiltersDone()}</Button>}
      >
        <div className={styles.filters}>
          <Fields {...props} />
        </div>
      </Dialog>
    </>
  )
}

function Fields({ filter, hasDays, onChange }: Props) {
  // The list is useful without tags and cities, so their failure is not shown.
  const { data, isPending } = useQuery({ ...eventTags, throwOnError: false })
  const { from, to } = filter
  const tags = optionsWith(data?.items ?? [], filter.tag)
  const cities = optionsWith(data?.cities ?? [], filter.place === ONLINE_PLACE ? '' : filter.place)
  return (
    <>
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
        label={m.place()}
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
      {/* Also before they are loaded, so that the fields below do not move. */}
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
    </>
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
