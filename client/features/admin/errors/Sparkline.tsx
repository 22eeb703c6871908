import { VisuallyHidden } from '#client/ui/VisuallyHidden.tsx'

import styles from './errors.module.css'
import { times } from './labels.ts'

const STEP = 6
const BAR = 4
const HEIGHT = 32

/** How often by the hour, the present one last; for assistive technology in a sentence. The group has a table of it. */
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
          // Hours have no other identity than their place.
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
      <VisuallyHidden>
        {sum === 0
          ? 'Not seen in the last 24 hours.'
          : `Seen ${times(sum)} in the last 24 hours, at most ${times(most)} in an hour.`}
      </VisuallyHidden>
    </div>
  )
}
