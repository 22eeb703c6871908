import { useId } from 'react'

import * as m from '#shared/lib/messages.ts'
import styles from './Stepper.module.css'

interface Props {
  label: string
  value: number
  onChange: (value: number) => void
  max: number
  disabled?: boolean
  /** The reason why `max` is not higher. */
  limitReason?: string | undefined
}

/** A small number, from 0, with buttons for one more and one less. */
export function Stepper({ label, value, onChange, max, disabled = false, limitReason }: Props) {
  const id = useId()
  const reasonId = `${id}reason`
  return (
    <fieldset aria-labelledby={id} className={styles.stepper}>
      <span id={id} className={styles.label}>
        {label}
      </span>
      <Step
        sign="−"
        name={m.stepperFewer()}
        disabled={disabled || value <= 0}
        onPress={() => onChange(value - 1)}
      />
      <output className={styles.value}>{value}</output>
      <Step
        sign="+"
        name={m.stepperMore()}
        disabled={disabled || value >= max}
        describedBy={limitReason && reasonId}
        onPress={() => onChange(value + 1)}
      />
      {limitReason && (
        <p id={reasonId} className={styles.reason}>
          {limitReason}
        </p>
      )}
    </fieldset>
  )
}

interface StepProps {
  sign: string
  name: string
  disabled: boolean
  describedBy?: string | undefined
  onPress: () => void
}

/** Uses aria-disabled rather than disabled: at the last step the focus stays on the button. */
const Step = ({ sign, name, disabled, describedBy, onPress }: StepProps) => (
  <button
    type="button"
    className={styles.step}
    aria-label={name}
    aria-disabled={disabled || undefined}
    aria-describedby={describedBy}
    onClick={() => !disabled && onPress()}
  >
    {sign}
  </button>
)
