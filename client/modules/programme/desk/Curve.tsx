import type { ReactNode } from 'react'

import { formatCompact } from '#shared/lib/language/numbers.ts'
import { Card } from '#client/ui/Card.tsx'

import { CURVE, pathOf, type Series, topOf } from './curve.ts'
import styles from './desk.module.css'

interface Props {
  title: string
  /** One sentence about the numbers, read by everyone. */
  sentence: string
  /** Labels of the horizontal axis; the first and the last are shown. */
  labels: readonly string[]
  /** One or two. */
  series: readonly Series[]
  /** Writes the numbers of the vertical axis. */
  format?: (value: number) => string
  actions?: ReactNode
  /** The same numbers as a table. */
  children: ReactNode
}

/** Space around the drawing for its labels. */
const [TOP, BOTTOM, START] = [10, 20, 30]

/** Numbers over time as curves, with a table beside them. */
export function Curve({ title, sentence, labels, series, format = formatCompact, actions, children }: Props) {
  const top = topOf(series)
  const { width, height } = CURVE
  return (
    <Card title={title} actions={actions}>
      <div className={styles.beside}>
        <figure className={styles.figure}>
          <svg
            viewBox={`${-START} ${-TOP} ${width + START + 6} ${height + TOP + BOTTOM}`}
            className={styles.chart}
            aria-hidden="true"
          >
            {[0, top / 2, top].map((value) => (
              <g key={value}>
                <path d={`M0 ${height - (value / top) * height}H${width}`} className={styles.axis} />
                {Number.isInteger(value) && (
                  <text x={-5} y={height - (value / top) * height + 3} className={styles.number}>
                    {format(value)}
                  </text>
                )}
              </g>
            ))}
            {series.map((line, at) => (
              <path key={line.label} d={pathOf(line, top)} className={styles.line} data-line={at} />
            ))}
            <text x={0} y={height + 15} className={styles.first}>
              {labels[0]}
            </text>
            {labels.length > 1 && (
              <text x={width} y={height + 15} className={styles.number}>
                {labels.at(-1)}
              </text>
            )}
          </svg>
          <figcaption className={styles.caption}>
            <span>{sentence}</span>
            <span className={styles.legend} aria-hidden="true">
              {series.map(({ label }, at) => (
                <span key={label} className={styles.key} data-line={at}>
                  {label}
                </span>
              ))}
            </span>
          </figcaption>
        </figure>
        <div className={styles.table}>{children}</div>
      </div>
    </Card>
  )
}
