import { useSuspenseQuery } from '@tanstack/react-query'

import type { DirectoryFacets, Facet } from '#shared/directory.ts'
import { SelectField } from '#client/ui/SelectField.tsx'

import styles from './directory.module.css'
import { type DirectoryFilter, type Filter, FILTER_NAMES, FILTERS } from './filter.ts'
import { directoryFacets } from './queries.ts'

interface Props {
  filter: DirectoryFilter
  onChange: (change: Partial<DirectoryFilter>) => void
}

const FACETS: Record<Filter, keyof DirectoryFacets> = {
  industry: 'industries',
  city: 'cities',
  keyword: 'keywords',
}
const ANY: Record<Filter, string> = { industry: 'Any industry', city: 'Any city', keyword: 'Any keyword' }

export function Filters({ filter, onChange }: Props) {
  const { data: facets } = useSuspenseQuery(directoryFacets)
  return (
    <div className={styles.filters}>
      {FILTERS.map((name) => (
        <SelectField
          key={name}
          label={FILTER_NAMES[name]}
          labelHidden
          name={name}
          value={filter[name]}
          options={[{ value: '', label: ANY[name] }, ...options(facets[FACETS[name]], filter[name])]}
          onChange={(value) => onChange({ [name]: value })}
        />
      ))}
    </div>
  )
}

/** By name, and with the one that is chosen: a shared address may name what nobody has any more. */
function options(facets: readonly Facet[], chosen: string) {
  const found = facets.map(({ value, count }) => ({ value, label: `${value} (${count})` }))
  if (chosen && !facets.some(({ value }) => value === chosen)) found.push({ value: chosen, label: chosen })
  return found.toSorted((a, b) => a.value.localeCompare(b.value))
}
