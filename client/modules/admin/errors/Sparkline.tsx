import * as m from '#shared/admin/messages.ts'
import { VisuallyHidden } from '#client/ui/VisuallyHidden.tsx'

import styles from './errors.module.css'

const STEP = 6
const BAR = 4
const HEIGHT = 32

/** Counts by hour, the current one last; one sentence for assistive technology. The group has a table of them. */
export function Sparkline({ hours }: { hours: readonly number[] }) {
  const most = Math.max(1, ...hours)
  const sum = hours.reduce((all, count) => all + count, 0)
  return (
    <div>
      <svg
        viewBox={`0 0 ${hours.length * STEP} ${HEIGHT + 1}`}
        className={styles.sparkline}
        aria-hidden="true"
      >
        <path d={`M0 ${HEIGHT + 0.5}H${hours.length * STEP}`} className={styles.axis} />
        {hours.map((count, at) => {
          const height = count === 0 ? 0 : Math.max(2, (count / most) * HEIGHT)
          // Hours have no identity but their position.
          //
          // oxlint-disable-next-line react/no-array-index-key
          return (
            <rect
              key={at}
              x={at * STEP + 1}
              y={HEIGHT - height}
              width={BAR}
              height={height}
              rx={1}
              className={styles.bar}
            />
          )
        })}
      </svg>
      <VisuallyHidden>{sum === 0 ? m.errorsSparkNone() : m.errorsSpark({ sum, most })}</VisuallyHidden>
    </div>
  )
}
