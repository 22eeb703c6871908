import { type ReactNode, useId } from 'react'

import patterns from '#client/ui/styles/patterns.module.css'

import styles from './Choice.module.css'
import { FieldError } from './Field.tsx'

interface CheckboxFieldProps {
  label: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
  name?: string
  hint?: ReactNode
  error?: string | undefined
  required?: boolean
  disabled?: boolean
}

export function CheckboxField({ label, onChange, hint, error, ...rest }: CheckboxFieldProps) {
  const id = useId()
  const hintId = hint ? `${id}hint` : undefined
  const errorId = error ? `${id}error` : undefined
  return (
    <div className={styles.choice}>
      <input
        {...rest}
        id={id}
        type="checkbox"
        className={styles.box}
        aria-invalid={error ? true : undefined}
        aria-describedby={[hintId, errorId].filter(Boolean).join(' ') || undefined}
        onChange={(event) => onChange(event.target.checked)}
      />
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <div className={styles.below}>
        {hint && (
          <p id={hintId} className={patterns.small}>
            {hint}
          </p>
        )}
        {error && <FieldError id={errorId}>{error}</FieldError>}
      </div>
    </div>
  )
}
