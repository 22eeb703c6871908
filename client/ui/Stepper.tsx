import { useId } from 'react'

import styles from './Stepper.module.css'

interface Props {
  label: string
  value: number
  onChange: (value: number) => void
  max: number
  min?: number
  disabled?: boolean
}

/** A small number, one up or one down. */
export function Stepper({ label, value, onChange, max, min = 0, disabled = false }: Props) {
  const id = useId()
  return (
    <fieldset aria-labelledby={id} className={styles.stepper}>
      <span id={id} className={styles.label}>
        {label}
      </span>
      <Step
        sign="−"
        name="One fewer"
        disabled={disabled || value <= min}
        onPress={() => onChange(value - 1)}
      />
      <output className={styles.value}>{value}</output>
      <Step
        sign="+"
        name="One more"
        disabled={disabled || value >= max}
        onPress={() => onChange(value + 1)}
      />
    </fieldset>
  )
}

interface StepProps {
  sign: string
  name: string
  disabled: boolean
  onPress: () => void
}

/** aria-disabled rather than disabled: at the last step the focus stays where it is. */
const Step = ({ sign, name, disabled, onPress }: StepProps) => (
  <button
    type="button"
    className={styles.step}
    aria-label={name}
    aria-disabled={disabled || undefined}
    onClick={() => !disabled && onPress()}
  >
    {sign}
  </button>
)
