import type { SelectHTMLAttributes } from 'react'

import { classNames } from '#client/ui/class-names.ts'

import { Field, type FieldProps } from './Field.tsx'
import styles from './Field.module.css'

interface SelectFieldProps<Value extends string>
  extends FieldProps, Omit<SelectHTMLAttributes<HTMLSelectElement>, 'onChange' | 'value' | 'className'> {
  name: string
  value: string
  onChange: (value: NoInfer<Value>) => void
  options: readonly { value: Value; label: string }[]
}

export function SelectField<Value extends string>(props: SelectFieldProps<Value>) {
  const { label, error, hint, labelHidden, optional, options, onChange, ...rest } = props
  return (
    <Field {...{ label, error, hint, labelHidden, optional }}>
      {(control) => (
        <div className={styles.selectFrame}>
          <select
            {...rest}
            {...control}
            className={classNames(styles.control, styles.select)}
            onChange={(event) => onChange(options[event.target.selectedIndex]!.value)}
          >
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <svg className={styles.selectMark} viewBox="0 0 16 16" aria-hidden="true">
            <path d="m3.5 6 4.5 4.5L12.5 6" fill="none" stroke="currentColor" strokeWidth="1.6" />
          </svg>
        </div>
      )}
    </Field>
  )
}
