import { useSuspenseQuery } from '@tanstack/react-query'
import { useRef } from 'react'

import type { DirectoryFacets, Facet } from '#shared/directory.ts'
import { Combobox } from '#client/ui/Combobox.tsx'

import styles from './directory.module.css'
import { type DirectoryFilter, type Filter, FILTER_NAMES, FILTERS, NO_FILTER } from './filter.ts'
import { directoryFacets } from './queries.ts'

export interface FilterProps {
  filter: DirectoryFilter
  onChange: (change: Partial<DirectoryFilter>) => void
}

const FACETS: Record<Filter, keyof DirectoryFacets> = {
  industry: 'industries',
  city: 'cities',
  keyword: 'keywords',
}
const ANY: Record<Filter, string> = { industry: 'Any industry', city: 'Any city', keyword: 'Any keyword' }

export function Filters({ filter, onChange }: FilterProps) {
  const { data: facets } = useSuspenseQuery(directoryFacets)
  return (
    <div className={styles.filters}>
      {FILTERS.map((name) => (
        <Combobox
          key={name}
          label={FILTER_NAMES[name]}
          labelHidden
          name={name}
          value={filter[name]}
          options={[{ value: '', label: ANY[name] }, ...options(facets[FACETS[name]], filter[name])]}
          empty="No matches."
          onChange={(value) => value !== filter[name] && onChange({ [name]: value })}
        />
      ))}
    </div>
  )
}

/** Most frequent first, and the selected value: a shared link may name one that no member has any more. */
function options(facets: readonly Facet[], selected: string) {
  const found = facets.map(({ value, count }) => ({ value, label: value, hint: String(count) }))
  const isListed = !selected || facets.some(({ value }) => value === selected)
  return isListed ? found : [{ value: selected, label: selected, hint: '' }, ...found]
}

/** A chip for each active filter, to remove it. */
export function ActiveFilters({ filter, onChange }: FilterProps) {
  const row = useRef<HTMLUListElement>(null)
  const active = FILTERS.filter((name) => filter[name])
  if (active.length === 0) return null

  // Moves the focus first: the chip takes it along when it is removed, which is as late as the response.
  function remove(change: Partial<DirectoryFilter>) {
    row.current?.parentElement?.querySelector('input')?.focus()
    onChange(change)
  }

  return (
    <ul ref={row} className={styles.chips} aria-label="Filters">
      {active.map((name) => (
        <li key={name}>
          <button
            type="button"
            className={styles.chip}
            aria-label={`Remove ${FILTER_NAMES[name].toLowerCase()} filter: ${filter[name]}`}
            onClick={() => remove({ [name]: '' })}
          >
            {filter[name]}
            <svg viewBox="0 0 20 20" aria-hidden="true">
              <path d="m6 6 8 8M14 6l-8 8" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round" />
            </svg>
          </button>
        </li>
      ))}
      {active.length > 1 && (
        <li>
          <button
            type="button"
            className={styles.clear}
            onClick={() => remove({ ...NO_FILTER, q: filter.q })}
          >
            Clear filters
          </button>
        </li>
      )}
    </ul>
  )
}
