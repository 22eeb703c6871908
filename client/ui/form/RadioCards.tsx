import { type ReactNode, useId } from 'react'

import { VisuallyHidden } from '#client/ui/VisuallyHidden.tsx'
import patterns from '#client/ui/styles/patterns.module.css'

import styles from './Choice.module.css'
import { FieldError } from './Field.tsx'

interface RadioCardsProps<Value extends string> {
  /** The question; shown above the cards. */
  label: string
  /** For a heading above that says the same. */
  labelHidden?: boolean | undefined
  name: string
  value: Value | ''
  onChange: (value: Value) => void
  options: readonly { value: Value; label: string; lang?: string | undefined; hint?: ReactNode }[]
  hint?: ReactNode
  error?: string | undefined
}

/** A choice between a few options, each with an explanation. For many plain choices use SelectField. */
export function RadioCards<Value extends string>(props: RadioCardsProps<Value>) {
  const { label, labelHidden, name, value, onChange, options, hint, error } = props
  const id = useId()
  const errorId = error ? `${id}error` : undefined
  return (
    <fieldset
      role="radiogroup"
      className={styles.group}
      aria-invalid={error ? true : undefined}
      aria-describedby={errorId}
    >
      <legend className={styles.legend}>
        {labelHidden ? <VisuallyHidden>{label}</VisuallyHidden> : label}
      </legend>
      {hint && <p className={patterns.small}>{hint}</p>}
      {options.map((option) => (
        <label key={option.value} className={styles.card}>
          <input
            type="radio"
            className={styles.box}
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span className={styles.cardLabel} lang={option.lang}>
            {option.label}
          </span>
          {option.hint && <span className={`${styles.below} ${patterns.small}`}>{option.hint}</span>}
        </label>
      ))}
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </fieldset>
  )
}
