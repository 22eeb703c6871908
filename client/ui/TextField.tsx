import type { CSSProperties, InputHTMLAttributes, TextareaHTMLAttributes } from 'react'

import { Field, type FieldProps } from './Field.tsx'
import styles from './Field.module.css'

type Native<T> = Omit<T, 'onChange' | 'value' | 'name' | 'id' | 'className' | 'style'>

interface Own extends FieldProps {
  name: string
  value: string
  onChange: (value: string) => void
}

export type TextFieldProps =
  | (Own & { multiline?: false } & Native<InputHTMLAttributes<HTMLInputElement>>)
  | (Own & { multiline: true } & Native<TextareaHTMLAttributes<HTMLTextAreaElement>>)

/** One line of text, or several with `multiline`; `type` takes dates, times and numbers too. */
export function TextField(props: TextFieldProps) {
  const { label, error, hint, labelHidden, optional, multiline, onChange, ...rest } = props
  const { value, maxLength } = rest
  const frame = { label, error, hint, ...(labelHidden && { labelHidden }), ...(optional && { optional }) }
  return (
    <Field {...frame} aside={maxLength && <CharactersLeft value={value} maxLength={maxLength} />}>
      {(control) =>
        multiline ? (
          <textarea
            {...(rest as Native<TextareaHTMLAttributes<HTMLTextAreaElement>>)}
            {...control}
            className={styles.control}
            style={{ '--rows': (rest as { rows?: number }).rows } as CSSProperties}
            onChange={(event) => onChange(event.target.value)}
          />
        ) : (
          <input
            {...(rest as Native<InputHTMLAttributes<HTMLInputElement>>)}
            {...control}
            className={styles.control}
            onChange={(event) => onChange(event.target.value)}
          />
        )
      }
    </Field>
  )
}

/** Silent until it matters: a count beside every short field would only be noise. */
function CharactersLeft({ value, maxLength }: { value: string; maxLength: number }) {
  const left = maxLength - value.length
  if (left > maxLength / 5) return null
  return (
    <span className={styles.count} aria-live="polite">
      {left} {left === 1 ? 'character' : 'characters'} left
    </span>
  )
}
