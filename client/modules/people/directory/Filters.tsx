import { useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'

import { formatNumber } from '#shared/lib/language/numbers.ts'
import { industryName } from '#shared/community/industries.ts'
import * as m from '#shared/people/messages.ts'
import type { DirectoryFacets, Facet } from '#shared/people/directory.ts'
import { lazyPart } from '#client/lib/lazy-part.ts'
import { Combobox } from '#client/ui/form/combobox/Combobox.tsx'
import { FilterChips } from '#client/ui/lists/FilterChips.tsx'
import { FoldedFilters } from '#client/ui/lists/FoldedFilters.tsx'

import styles from './directory.module.css'
import { type DirectoryFilter, type Filter, FILTERS, NO_FILTER, SCOPED_FILTERS } from './filter.ts'
import { directoryFacets } from './queries.ts'

const ChapterName = lazyPart(() => import('./ChapterName.tsx'), 'ChapterName')

export interface FilterProps {
  filter: DirectoryFilter
  onChange: (change: Partial<DirectoryFilter>) => void
  /** Filters of the list. Without it, all of them, each value with its number of members. */
  names?: readonly Filter[]
  /** A further filter. */
  children?: ReactNode
}

const FACETS: Record<Filter, keyof DirectoryFacets> = {
  industry: 'industries',
  city: 'cities',
  keyword: 'keywords',
}

const asItIs = (value: string) => value
const labelOf = { industry: industryName, city: asItIs, keyword: asItIs }

export function Filters({ filter, onChange, names, children }: FilterProps) {
  const { data: facets } = useSuspenseQuery(directoryFacets)
  const shown = names ?? FILTERS
  return (
    <FoldedFilters
      active={[...shown, 'chapter' as const].filter((name) => filter[name]).length}
      className={styles.filters}
    >
      {shown.map((name) => (
        <Combobox
          key={name}
          label={m.filterName({ filter: name })}
          labelHidden
          name={name}
          value={filter[name]}
          options={[
            { value: '', label: m.filterAny({ filter: name }) },
            ...options(facets[FACETS[name]], filter[name], labelOf[name]).map((option) =>
              names ? { ...option, hint: '' } : option,
            ),
          ]}
          empty={m.noMatches()}
          onChange={(value) => value !== filter[name] && onChange({ [name]: value })}
        />
      ))}
      {children}
    </FoldedFilters>
  )
}

/** Most frequent first, plus the selected value: a shared link may name one that no member has any more. */
function options(facets: readonly Facet[], selected: string, label: (value: string) => string) {
  const found = facets.map(({ value, count }) => ({ value, label: label(value), hint: formatNumber(count) }))
  const isListed = !selected || facets.some(({ value }) => value === selected)
  return isListed ? found : [{ value: selected, label: label(selected), hint: '' }, ...found]
}

interface ActiveProps extends Omit<FilterProps, 'names' | 'children'> {
  names?: readonly (typeof SCOPED_FILTERS)[number][]
}

/** A chip for each active filter, to remove it. */
export function ActiveFilters(props: ActiveProps) {
  const { chapter } = props.filter
  if (!chapter) return <Chips {...props} chapter="" />
  return (
    <Suspense>
      <ChapterName slug={chapter}>{(name = chapter) => <Chips {...props} chapter={name} />}</ChapterName>
    </Suspense>
  )
}

function Chips({ filter, chapter, onChange, names = SCOPED_FILTERS }: ActiveProps & { chapter: string }) {
  const label = (name: (typeof SCOPED_FILTERS)[number]) =>
    name === 'chapter' ? chapter : labelOf[name](filter[name])
  return (
    <FilterChips
      chips={names
        .filter((name) => filter[name])
        .map((name) => ({
          name,
          label: label(name),
          removeLabel: m.filterRemove({ filter: name, value: label(name) }),
        }))}
      onRemove={(name) => onChange({ [name]: '' })}
      onClear={() => onChange({ ...NO_FILTER, q: filter.q })}
    />
  )
}
