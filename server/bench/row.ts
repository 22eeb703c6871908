/** One measurement and its baseline, from the same run on the same machine. */
export interface Row {
  name: string
  /** Operations per second. */
  ops: number
  /** Operations per second of the baseline. */
  baselineOps: number
  /** `ops / baselineOps`. */
  ratio: number
  /** The least acceptable ratio. */
  target: number
  /** Milliseconds; `limit` is the highest acceptable p99. */
  latency?: { p50: number; p99: number; limit: number }
}

/** A measurement with a limit of its own, where no baseline would mean anything. */
export interface Figure {
  name: string
  value: number
  unit: string
  bound: 'at least' | 'at most'
  limit: number
}

export const row = (name: string, ops: number, baselineOps: number, target: number): Row => ({
  name,
  ops: Math.round(ops),
  baselineOps: Math.round(baselineOps),
  ratio: Number((ops / baselineOps).toFixed(3)),
  target,
})
