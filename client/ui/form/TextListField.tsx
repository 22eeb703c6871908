import { type ComponentType, type KeyboardEvent, useId, useRef } from 'react'

import * as m from '#shared/lib/messages.ts'
import { Button } from '#client/ui/Button.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { TextField } from './TextField.tsx'
import styles from './TextListField.module.css'

interface Props {
  /** Names the whole list. */
  label: string
  entry: EntryTexts
  hint?: string
  name: string
  values: readonly string[]
  onChange: (values: string[]) => void
  most: number
  maxLength: number
  type?: 'text' | 'url'
  /** True for entries of a sentence, which are shown in full. */
  multiline?: boolean
  /** Errors of entries by their path, `asks.1`, and of the whole list by `asks`. */
  errors: Readonly<Record<string, string | undefined>>
  /** Shown below each entry. */
  Under?: ComponentType<Entry> | undefined
}

interface EntryTexts {
  /** Names the field of one entry: `Ask 2`. */
  name: (place: { position: number }) => string
  remove: (place: { position: number }) => string
  add: string
}

export interface Entry {
  /** Name of the list. */
  name: string
  value: string
}

/** A few short texts, added and removed one by one. The form removes empty entries. */
export function TextListField({
  label,
  entry,
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
        <p id={hintId} className={patterns.small}>
          {hint}
        </p>
      )}
      <ol className={styles.items}>
        {values.map((value, index) => (
          // An entry has no identity but its place.
          //
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index} className={styles.item}>
            <TextField
              label={entry.name({ position: index + 1 })}
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
              aria-label={entry.remove({ position: index + 1 })}
              onClick={() => remove(index)}
            >
              {m.remove()}
            </Button>
            {Under && <Under name={name} value={value} />}
          </li>
        ))}
      </ol>
      {errors[name] && <p className={styles.error}>{errors[name]}</p>}
      {values.length < most && (
        <Button variant="secondary" data-add={name} onClick={add}>
          {entry.add}
        </Button>
      )}
    </fieldset>
  )
}

const CONTROL = ':is(input, textarea)'
