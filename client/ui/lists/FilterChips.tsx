import { useRef } from 'react'

import * as m from '#shared/lib/messages.ts'

import styles from './FilterChips.module.css'

interface FilterChip<Name extends string> {
  name: Name
  label: string
  /** Name of the button. Without it, `Remove filter: Lisbon`. */
  removeLabel?: string
}

interface Props<Name extends string> {
  chips: readonly FilterChip<Name>[]
  onRemove: (name: Name) => void
  onClear: () => void
}

/** A chip for each active filter, to remove it. */
export function FilterChips<Name extends string>({ chips, onRemove, onClear }: Props<Name>) {
  const row = useRef<HTMLUListElement>(null)
  if (chips.length === 0) return null

  // Moves the focus first: otherwise it is lost when the chip is removed, as late as the response.
  function focusFilters() {
    const fields = row.current?.parentElement?.querySelectorAll<HTMLElement>(
      'input, [aria-expanded], [aria-haspopup=dialog]',
    )
    fields
      ?.values()
      .find((field) => field.checkVisibility())
      ?.focus()
  }

  return (
    <ul ref={row} className={styles.chips} aria-label={m.filters()}>
      {chips.map(({ name, label, removeLabel = m.filterRemove({ value: label }) }) => (
        <li key={name}>
          <button
            type="button"
            className={styles.chip}
            aria-label={removeLabel}
            onClick={() => {
              focusFilters()
              onRemove(name)
            }}
          >
            {label}
            <svg viewBox="0 0 20 20" aria-hidden="true">
              <path d="m6 6 8 8M14 6l-8 8" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round" />
            </svg>
          </button>
        </li>
      ))}
      {chips.length > 1 && (
        <li>
          <button
            type="button"
            className={styles.clear}
            onClick={() => {
              focusFilters()
              onClear()
            }}
          >
            {m.filtersClear()}
          </button>
        </li>
      )}
    </ul>
  )
}
