import { useId } from 'react'

import * as m from '#shared/lib/messages.ts'
import patterns from '#client/ui/styles/patterns.module.css'

import { CheckboxField } from './CheckboxField.tsx'
import styles from './Choice.module.css'
import { FieldError } from './Field.tsx'

interface Props {
  label: string
  name: string
  values: readonly string[]
  options: readonly string[]
  /** Adds "optional" to the label. */
  optional?: boolean
  error?: string | undefined
  onChange: (values: string[]) => void
}

/** Any number of plain choices. The values are in the order of the options. */
export function CheckboxGroup({ label, name, values, options, optional, error, onChange }: Props) {
  const errorId = useId()
  const toggle = (option: string, isChosen: boolean) =>
    onChange(options.filter((each) => (each === option ? isChosen : values.includes(each))))
  return (
    <fieldset
      className={styles.group}
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? errorId : undefined}
    >
      <legend className={styles.legend}>
        {label}
        {optional && <span className={patterns.small}> {m.optional()}</span>}
      </legend>
      <div>
        {options.map((option) => (
          <CheckboxField
            key={option}
            label={option}
            name={name}
            checked={values.includes(option)}
            onChange={(isChosen) => toggle(option, isChosen)}
          />
        ))}
      </div>
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </fieldset>
  )
}
