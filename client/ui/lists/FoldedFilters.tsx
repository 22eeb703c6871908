import { type ReactNode, useId, useState } from 'react'

import * as m from '#shared/lib/messages.ts'
import { Button } from '#client/ui/Button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import styles from './FoldedFilters.module.css'

interface Props {
  /** Number of filters that are set. */
  active: number
  /** Class of the box around the filters. */
  className?: string | undefined
  children: ReactNode
}

/** Filters of a list. On a phone one button unfolds them, so that the list begins in the first screen. */
export function FoldedFilters({ active, className, children }: Props) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <div className={styles.toggle}>
        <Button
          variant="secondary"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          {active > 0 ? m.filtersActive({ count: active }) : m.filters()}
        </Button>
      </div>
      <div id={id} className={classNames(styles.filters, className)} data-folded={!isOpen || undefined}>
        {children}
      </div>
    </>
  )
}
