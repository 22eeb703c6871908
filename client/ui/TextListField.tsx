import { type ComponentType, type KeyboardEvent, useId, useRef } from 'react'

import { Button } from './Button.tsx'
import { TextField } from './TextField.tsx'
import styles from './TextListField.module.css'

interface Props {
  /** Names the whole list. */
  label: string
  /** Names one entry: "Ask", shown as "Ask 2". */
  itemLabel: string
  hint?: string
  name: string
  values: readonly string[]
  onChange: (values: string[]) => void
  most: number
  maxLength: number
  type?: 'text' | 'url'
  /** Entries of a sentence, which are to be seen whole. */
  multiline?: boolean
  /** Wrong entries by their path, `asks.1`, and the whole list's by `asks`. */
  errors: Readonly<Record<string, string>>
  /** Shown below each entry. */
  Under?: ComponentType<Entry> | undefined
}

export interface Entry {
  /** Of the list. */
  name: string
  value: string
}

/** A few short texts, added and removed one by one. An entry left empty stays the form's to drop. */
export function TextListField({
  label,
  itemLabel,
  hint,
  name,
  values,
  onChange,
  most,
  maxLength,
  type = 'text',
  multiline = false,
  errors,
  Under,
}: Props) {
  const hintId = useId()
  const list = useRef<HTMLFieldSetElement>(null)
  const focusLater = (selector: string) =>
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(selector)?.focus())

  function add() {
    onChange([...values, ''])
    focusLater(`li:last-of-type ${CONTROL}`)
  }

  /** Enter moves to the next entry instead of submitting the form. */
  function moveToNext(event: KeyboardEvent, index: number) {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    if (index < values.length - 1) focusLater(`li:nth-of-type(${index + 2}) ${CONTROL}`)
    else if (values[index]?.trim() && values.length < most) add()
  }

  function remove(index: number) {
    onChange(values.toSpliced(index, 1))
    focusLater('[data-add]')
  }

  return (
    <fieldset ref={list} className={styles.list} aria-describedby={hint && hintId}>
      <legend className={styles.legend}>{label}</legend>
      {hint && (
        <p id={hintId} className={styles.hint}>
          {hint}
        </p>
      )}
      <ol className={styles.items}>
        {values.map((value, index) => (
          // An entry has no identity but its place.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index} className={styles.item}>
            <TextField
              label={`${itemLabel} ${index + 1}`}
              labelHidden
              name={`${name}.${index}`}
              {...(multiline ? { multiline, rows: 1 } : { type })}
              value={value}
              maxLength={maxLength}
              error={errors[`${name}.${index}`]}
              onChange={(text) => onChange(values.with(index, text))}
              onKeyDown={(event: KeyboardEvent) => moveToNext(event, index)}
            />
            <Button
              variant="quiet"
              aria-label={`Remove ${itemLabel.toLowerCase()} ${index + 1}`}
              onClick={() => remove(index)}
            >
              Remove
            </Button>
            {Under && <Under name={name} value={value} />}
          </li>
        ))}
      </ol>
      {errors[name] && <p className={styles.error}>{errors[name]}</p>}
      {values.length < most && (
        <Button variant="secondary" data-add={name} onClick={add}>
          Add {itemLabel.toLowerCase()}
        </Button>
      )}
    </fieldset>
  )
}

const CONTROL = ':is(input, textarea)'
