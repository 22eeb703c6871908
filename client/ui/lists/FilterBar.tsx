import type { ReactNode } from 'react'

import * as m from '#shared/lib/messages.ts'
import { recordOf } from '#shared/lib/records.ts'
import { Button } from '#client/ui/Button.tsx'
import { DateField } from '#client/ui/form/DateField.tsx'
import { SearchField } from '#client/ui/form/SearchField.tsx'
import { SelectField } from '#client/ui/form/SelectField.tsx'
import { useUrlParams } from '#client/lib/use-url-params.ts'

import styles from './FilterBar.module.css'
import { FoldedFilters } from './FoldedFilters.tsx'

/**
 * Search and filters of a list in the URL, under these names; a missing one is ''. A filter adds a history entry;
 * typing a search (`q`) does not.
 */
export function useUrlFilter<F extends object>(names: readonly (keyof F & string)[]) {
  const [params, setParams] = useUrlParams()
  const values = recordOf<string, string>(names, (name) => params.get(name) ?? '')
  const set = (changes: Readonly<Record<string, string | undefined>>) =>
    setParams(changes, Object.keys(changes).join() === 'q')
  return {
    values,
    /** The server refuses values that it does not know. */
    filter: values as F,
    set,
    change: (changes: { [N in keyof F]?: string }) => set(changes),
    clear: () => set(recordOf<string, string>(names, () => '')),
    isFiltered: names.some((name) => name !== 'sort' && values[name]),
  }
}

interface FilterOption {
  value: string
  label: string
}

/** Options for the values of a list, after the one that filters nothing. */
export const filterOptions = <K extends string>(
  any: string,
  values: readonly K[],
  labelOf: (value: K) => string,
): FilterOption[] => [{ value: '', label: any }, ...values.map((value) => ({ value, label: labelOf(value) }))]

/** A choice of a few values, a date, or a component of the list's own. */
export type FilterField =
  | { label: string; options: readonly FilterOption[] }
  | { label: string; type: 'date' }
  | { render: (field: { name: string; value: string; onChange: (value: string) => void }) => ReactNode }

interface Props<F extends object> {
  filters: ReturnType<typeof useUrlFilter<F>>
  /** The search (`q`); without it there is none. */
  search?: { label: string; placeholder: string; maxLength?: number }
  fields: { readonly [N in keyof F]?: FilterField }
  /** Number of entries found: `12 members found`. */
  count?: string
  /** Buttons for the whole list, such as a download. */
  actions?: ReactNode
}

/** Search, filters and the number found, above a list. */
export function FilterBar<F extends object>({ filters, search, fields, count, actions }: Props<F>) {
  const { values, set, clear, isFiltered } = filters
  const shown = Object.entries<FilterField | undefined>(fields)
  return (
    <>
      {search && <SearchField {...search} value={values['q'] ?? ''} onSearch={(q) => set({ q })} />}
      {shown.length > 0 && (
        <FoldedFilters active={shown.filter(([name]) => values[name]).length} className={styles.fields}>
          {shown.map(
            ([name, field]) =>
              field && (
                <Field
                  key={name}
                  name={name}
                  field={field}
                  value={values[name] ?? ''}
                  onChange={(value) => set({ [name]: value })}
                />
              ),
          )}
        </FoldedFilters>
      )}
      {(count || isFiltered || actions) && (
        <div className={styles.summary}>
          {count && <output>{count}</output>}
          {isFiltered && (
            <Button variant="quiet" onClick={clear}>
              {m.filtersClear()}
            </Button>
          )}
          {actions && <div className={styles.actions}>{actions}</div>}
        </div>
      )}
    </>
  )
}

interface FieldProps {
  name: string
  field: FilterField
  value: string
  onChange: (value: string) => void
}

function Field({ field, ...props }: FieldProps) {
  if ('render' in field) return field.render(props)
  return 'options' in field ? (
    <SelectField {...field} {...props} />
  ) : (
    <DateField label={field.label} {...props} />
  )
}
