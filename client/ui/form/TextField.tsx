import {
  type ClipboardEvent,
  type CSSProperties,
  type InputHTMLAttributes,
  type TextareaHTMLAttributes,
  useState,
} from 'react'

import * as m from '#shared/lib/messages.ts'
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

/** One line of text, or several with `multiline`; `type` takes times and numbers too, `DateField` dates. */
export function TextField(props: TextFieldProps) {
  const { label, error, hint, labelHidden, optional, multiline: _, onChange, ...rest } = props
  const { value, maxLength } = rest
  const { isCut, onPaste } = usePasteLimit(value, maxLength)
  return (
    <Field
      {...{ label, error, hint, labelHidden, optional }}
      aside={maxLength && <CharactersLeft value={value} maxLength={maxLength} isCut={isCut} />}
    >
      {(control) =>
        props.multiline ? (
          <textarea
            {...(rest as Native<TextareaHTMLAttributes<HTMLTextAreaElement>>)}
            {...control}
            dir="auto"
            className={styles.control}
            style={{ '--rows': props.rows } as CSSProperties}
            onPaste={onPaste}
            onChange={(event) => onChange(event.target.value)}
          />
        ) : (
          <input
            {...(rest as Native<InputHTMLAttributes<HTMLInputElement>>)}
            {...control}
            dir={directionOf(props.type)}
            className={styles.control}
            onPaste={onPaste}
            onChange={(event) => onChange(event.target.value)}
          />
        )
      }
    </Field>
  )
}

/** Addresses and numbers run from left to right in every language, other texts as their own script does. */
function directionOf(type = 'text') {
  if (type === 'time') return undefined
  return ['email', 'tel', 'url'].includes(type) ? 'ltr' : 'auto'
}

/** Reports when a pasted text was too long, since browsers cut it to `maxLength` silently. */
function usePasteLimit(value: string, maxLength = Infinity) {
  const [wasCut, setCut] = useState(false)
  return {
    isCut: wasCut && value.length === maxLength,
    onPaste({ clipboardData, currentTarget }: ClipboardEvent<HTMLInputElement | HTMLTextAreaElement>) {
      const { selectionStart, selectionEnd } = currentTarget
      const replaced = (selectionEnd ?? 0) - (selectionStart ?? 0)
      const pasted = clipboardData.getData('text/plain').replaceAll('\r\n', '\n')
      setCut(value.length - replaced + pasted.length > maxLength)
    },
  }
}

interface CharactersLeftProps {
  value: string
  maxLength: number
  /** Whether a pasted text was cut. */
  isCut: boolean
}

/** Hidden until it matters: a count beside every short field would be noise. */
function CharactersLeft({ value, maxLength, isCut }: CharactersLeftProps) {
  const left = maxLength - value.length
  if (left > maxLength / 5) return null
  return (
    <span className={styles.count} aria-live="polite">
      {isCut ? m.textCut({ limit: maxLength }) : m.textLeft({ count: left })}
    </span>
  )
}
