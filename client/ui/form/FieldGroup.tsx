import type { ReactNode } from 'react'

import styles from './FieldGroup.module.css'

interface Props {
  legend: string
  hint?: ReactNode
  children: ReactNode
}

/** Fields that belong together, under their own heading. */
export const FieldGroup = ({ legend, hint, children }: Props) => (
  <fieldset className={styles.group}>
    <legend className={styles.legend}>{legend}</legend>
    {hint && <p className={styles.hint}>{hint}</p>}
    {children}
  </fieldset>
)

/** Short fields side by side if there is room. */
export const FieldRow = ({ children }: { children: ReactNode }) => (
  <div className={styles.row}>{children}</div>
)
