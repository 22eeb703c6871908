import * as m from '#shared/lib/messages.ts'
import { Field, type FieldProps } from '#client/ui/form/Field.tsx'
import fieldStyles from '#client/ui/form/Field.module.css'
import { VisuallyHidden } from '#client/ui/VisuallyHidden.tsx'

import styles from './Combobox.module.css'
import { type ComboboxOption, useCombobox } from './use-combobox.ts'

interface ComboboxProps extends FieldProps {
  name: string
  value: string
  onChange: (value: string) => void
  options: readonly ComboboxOption[]
  /** Shown when nothing matches. */
  empty: string
  /** Called with the typed text, for options that someone else searches. Without it, the field filters them. */
  onSearch?: (text: string) => void
}

/** One of many options, found by typing. Text that is not chosen is replaced by the previous choice. */
export function Combobox(props: ComboboxProps) {
  const { label, error, hint, labelHidden, optional, name, value, onChange, options, empty } = props
  const { found, isOpen, isSearching, popup, listProps, inputProps, optionProps } = useCombobox(
    options,
    value,
    onChange,
    props.onSearch,
  )
  return (
    <Field {...{ label, error, hint, labelHidden, optional }}>
      {(control) => (
        <div className={fieldStyles.selectFrame}>
          <input
            {...control}
            {...inputProps}
            name={name}
            autoComplete="off"
            spellCheck={false}
            className={`${fieldStyles.control} ${fieldStyles.select}`}
          />
          <svg className={fieldStyles.selectMark} viewBox="0 0 16 16" aria-hidden="true">
            <path d="m3.5 6 4.5 4.5L12.5 6" fill="none" stroke="currentColor" strokeWidth="1.6" />
          </svg>
          {isOpen && (
            // A press on the popup must not take the focus from the input.
            <div ref={popup} className={styles.popup} onPointerDown={(event) => event.preventDefault()}>
              <ul {...listProps} aria-label={label} className={styles.list}>
                {found.map((option, index) => (
                  <li key={option.value} {...optionProps(option, index)} className={styles.item}>
                    {option.picture}
                    <span className={styles.text}>
                      <span>{option.label}</span>
                      {option.hint && <span className={styles.hint}>{option.hint}</span>}
                    </span>
                  </li>
                ))}
              </ul>
              {found.length === 0 && (
                <p className={styles.empty} aria-hidden="true">
                  {empty}
                </p>
              )}
            </div>
          )}
          <VisuallyHidden live>
            {isSearching && (found.length > 0 ? m.matches({ count: found.length }) : empty)}
          </VisuallyHidden>
        </div>
      )}
    </Field>
  )
}
