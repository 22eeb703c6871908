import { formatNumber } from '#shared/lib/language/numbers.ts'
import { classNames } from '#client/ui/class-names.ts'
import { VisuallyHidden } from '#client/ui/VisuallyHidden.tsx'

import styles from './CountLabel.module.css'

const MAX_SHOWN = 99

interface Props {
  count: number
  /** The noun for assistive technology, where the label beside the number does not have it. */
  unit?: string
  /** `accent` asks for attention, and shows two digits at most. */
  tone?: 'plain' | 'quiet' | 'accent'
}

/** A number beside a label, such as that of a tab. */
export const CountLabel = ({ count, unit, tone = 'plain' }: Props) => (
  <span className={classNames(styles.count, styles[tone])}>
    {tone === 'accent' && count > MAX_SHOWN ? `${MAX_SHOWN}+` : formatNumber(count)}
    {unit && <VisuallyHidden> {unit}</VisuallyHidden>}
  </span>
)
