import { Combobox as BaseCombobox } from '@base-ui/react/combobox'

import styles from './Combobox.module.css'
import { Field, type FieldProps } from './Field.tsx'
import fieldStyles from './Field.module.css'
import { matches } from './matches.ts'

export interface ComboboxOption {
  value: string
  label: string
  /** At the right of the label. */
  hint?: string
  /** What else it is found by. */
  words?: string
}

interface ComboboxProps extends FieldProps {
  name: string
  value: string
  onChange: (value: string) => void
  options: readonly ComboboxOption[]
  /** When nothing fits what was typed. */
  empty: string
}

/** One of many, found by typing. What was typed and not chosen gives way to the choice before it. */
export function Combobox(props: ComboboxProps) {
  const { label, error, hint, labelHidden, optional, name, value, onChange, options, empty } = props
  const frame = { label, error, hint, ...(labelHidden && { labelHidden }), ...(optional && { optional }) }
  return (
    <BaseCombobox.Root
      items={options}
      value={options.find((option) => option.value === value) ?? null}
      isItemEqualToValue={(one: ComboboxOption, other: ComboboxOption) => one.value === other.value}
      onValueChange={(option) => option && onChange(option.value)}
      filter={matches}
      autoHighlight
    >
      <Field {...frame}>
        {(control) => (
          <div className={fieldStyles.selectFrame}>
            <BaseCombobox.Input
              {...control}
              name={name}
              autoComplete="off"
              spellCheck={false}
              className={`${fieldStyles.control} ${fieldStyles.select}`}
              onFocus={(event) => event.target.select()}
            />
            <svg className={fieldStyles.selectMark} viewBox="0 0 16 16" aria-hidden="true">
              <path d="m3.5 6 4.5 4.5L12.5 6" fill="none" stroke="currentColor" strokeWidth="1.6" />
            </svg>
          </div>
        )}
      </Field>
      <BaseCombobox.Portal>
        <BaseCombobox.Positioner className={styles.positioner} sideOffset={4}>
          <BaseCombobox.Popup className={styles.popup} aria-label={label}>
            <BaseCombobox.Empty className={styles.empty}>{empty}</BaseCombobox.Empty>
            <BaseCombobox.List className={styles.list}>{Item}</BaseCombobox.List>
          </BaseCombobox.Popup>
        </BaseCombobox.Positioner>
      </BaseCombobox.Portal>
    </BaseCombobox.Root>
  )
}

const Item = (option: ComboboxOption) => (
  <BaseCombobox.Item key={option.value} value={option} className={styles.item}>
    <span>{option.label}</span>
    {option.hint && <span className={styles.hint}>{option.hint}</span>}
  </BaseCombobox.Item>
)
