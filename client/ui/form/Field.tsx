import { type ReactNode, useId } from 'react'

import * as m from '#shared/lib/messages.ts'
import { classNames } from '#client/ui/class-names.ts'
import patterns from '#client/ui/styles/patterns.module.css'

import styles from './Field.module.css'

/** Props of every kind of field. */
export interface FieldProps {
  label: string
  /** The error message, shown under the control and announced with it. */
  error?: string | undefined
  hint?: ReactNode
  /** Shows the label to screen readers only, where the context makes it clear (a search box). */
  labelHidden?: boolean | undefined
  /** Adds "optional" to the label. */
  optional?: boolean | undefined
}

interface ControlAttributes {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

interface Props extends FieldProps {
  /** Shown to the right of the hint: the characters left. */
  aside?: ReactNode
  children: (control: ControlAttributes) => ReactNode
}

/** Label, hint and error around one control, associated for assistive technology. */
export function Field({ label, error, hint, labelHidden, optional, aside, children }: Props) {
  const id = useId()
  const hintId = hint ? `${id}hint` : undefined
  const errorId = error ? `${id}error` : undefined
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={classNames(styles.label, labelHidden && styles.hidden)}>
        {label}
        {optional && <span className={styles.optional}> {m.optional()}</span>}
      </label>
      {hint && (
        <p id={hintId} className={patterns.small}>
          {hint}
        </p>
      )}
      {children({
        id,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': [hintId, errorId].filter(Boolean).join(' ') || undefined,
      })}
      {aside}
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </div>
  )
}

export const FieldError = ({ id, children }: { id: string | undefined; children: string }) => (
  <p id={id} className={styles.error}>
    <svg className={styles.errorMark} viewBox="0 0 16 16" aria-hidden="true">
      <circle cx="8" cy="8" r="7" fill="currentColor" />
      <path d="M8 4.2v4.4M8 11.2v.4" stroke="var(--paper)" strokeWidth="1.7" strokeLinecap="round" />
    </svg>
    {children}
  </p>
)
