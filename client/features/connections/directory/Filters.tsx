import { useSuspenseQuery } from '@tanstack/react-query'

import type { DirectoryFacets, Facet } from '#shared/directory.ts'
import { Combobox } from '#client/ui/Combobox.tsx'

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
        <Combobox
          key={name}
          label={FILTER_NAMES[name]}
          labelHidden
          name={name}
          value={filter[name]}
          options={[{ value: '', label: ANY[name] }, ...options(facets[FACETS[name]], filter[name])]}
          empty={`Nobody has this ${FILTER_NAMES[name].toLowerCase()}.`}
          onChange={(value) => value !== filter[name] && onChange({ [name]: value })}
        />
      ))}
    </div>
  )
}

/** The most frequent first, and the one that is chosen: a shared address may name what nobody has any more. */
function options(facets: readonly Facet[], chosen: string) {
  const found = facets.map(({ value, count }) => ({ value, label: value, hint: String(count) }))
  const isThere = !chosen || facets.some(({ value }) => value === chosen)
  return isThere ? found : [{ value: chosen, label: chosen, hint: '' }, ...found]
}
