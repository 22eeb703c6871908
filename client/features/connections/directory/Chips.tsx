import { useRef } from 'react'

import styles from './directory.module.css'
import { type DirectoryFilter, FILTER_NAMES, FILTERS, NO_FILTER } from './filter.ts'

interface Props {
  filter: DirectoryFilter
  onChange: (change: Partial<DirectoryFilter>) => void
}

/** The filters that hold, each to be taken off again. */
export function Chips({ filter, onChange }: Props) {
  const row = useRef<HTMLUListElement>(null)
  const held = FILTERS.filter((name) => filter[name])
  if (held.length === 0) return null

  // Before the chip goes, and takes the focus along: when it does depends on how long the answer takes.
  function remove(change: Partial<DirectoryFilter>) {
    row.current?.parentElement?.querySelector('input')?.focus()
    onChange(change)
  }

  return (
    <ul ref={row} className={styles.chips} aria-label="Filters">
      {held.map((name) => (
        <li key={name}>
          <button
            type="button"
            className={styles.chip}
            aria-label={`Remove ${FILTER_NAMES[name].toLowerCase()} ${filter[name]}`}
            onClick={() => remove({ [name]: '' })}
          >
            {filter[name]}
            <svg viewBox="0 0 20 20" aria-hidden="true">
              <path d="m6 6 8 8M14 6l-8 8" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round" />
            </svg>
          </button>
        </li>
      ))}
      {held.length > 1 && (
        <li>
          <button
            type="button"
            className={styles.clear}
            onClick={() => remove({ ...NO_FILTER, q: filter.q })}
          >
            Remove all
          </button>
        </li>
      )}
    </ul>
  )
}
