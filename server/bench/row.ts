/** One measurement against its floor, both taken in the same run on the same machine. */
export interface Row {
  name: string
  /** Operations per second. */
  ops: number
  /** The same for the least that could be done instead. */
  floorOps: number
  /** `ops / floorOps`. */
  ratio: number
  /** The ratio that `name` should reach. */
  target: number
}

export const row = (name: string, ops: number, floorOps: number, target: number): Row => ({
  name,
  ops: Math.round(ops),
  floorOps: Math.round(floorOps),
  ratio: Number((ops / floorOps).toFixed(3)),
  target,
})
