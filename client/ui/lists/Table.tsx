import type { ReactNode } from 'react'

import styles from './Table.module.css'

interface Props {
  /** Names the table for assistive technology. */
  label: string
  columns: readonly string[]
  /** Rows, as `<tr>`. */
  children: ReactNode
}

/** Scrolls within itself if it is wider than the screen; the keyboard can reach it for that. */
export const Table = ({ label, columns, children }: Props) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
  <section className={styles.scroll} aria-label={label} tabIndex={0}>
    <table className={styles.table}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </section>
)
