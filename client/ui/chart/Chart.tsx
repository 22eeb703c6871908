import type { ReactNode, SVGProps } from 'react'

import styles from './Chart.module.css'

interface ChartProps {
  /** Measured in units of the drawing, like the sizes below. */
  width: number
  height: number
  /** Space above the bars for their values. */
  above: number
  /** Space below the axis for labels. */
  below: number
  /** Defaults to the width of the page's column. */
  maxInlineSize?: string
  children: ReactNode
}

/** Bars on an axis. Hidden from screen readers, so the caption and a table have the values as text. */
export const Chart = ({ width, height, above, below, maxInlineSize, children }: ChartProps) => (
  <svg
    viewBox={`0 ${-above} ${width} ${above + height + below}`}
    className={styles.chart}
    style={{ maxInlineSize }}
    aria-hidden="true"
  >
    <path d={`M0 ${height + 0.5}H${width}`} className={styles.axis} />
    {children}
  </svg>
)

interface BarProps {
  x: number
  width: number
  height: number
  /** The height of the chart, where the axis is. */
  axis: number
  value?: ReactNode
  tone?: 'accent' | 'muted'
}

export const Bar = ({ x, width, height, axis, value, tone = 'accent' }: BarProps) => (
  <>
    <rect x={x} y={axis - height} width={width} height={height} rx={2} className={styles[tone]} />
    {value && (
      <ChartLabel x={x + width / 2} y={axis - height - 4}>
        {value}
      </ChartLabel>
    )}
  </>
)

export const ChartLabel = (props: SVGProps<SVGTextElement>) => <text className={styles.label} {...props} />

/** The values of a chart as a table, closed at first. */
export const ChartTable = ({ summary, children }: { summary: string; children: ReactNode }) => (
  <details>
    <summary className={styles.summary}>{summary}</summary>
    {children}
  </details>
)
