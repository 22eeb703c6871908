import type { Mode } from '#server/tools/requirements/failure-cells.ts'

/** A part of the running product that can fail, and those who use it. */
export interface RunningPart {
  /** Result of each caller while all is well. */
  well: string
  fail: () => void | Promise<void>
  recover: () => void | Promise<void>
  /** @returns the result of each caller */
  use: (callers: number) => Promise<string[]>
  /** Outgoing calls so far. */
  calls: () => number
  /** Answer of the readiness check. */
  health?: () => Promise<string>
  /** Messages of warnings and errors. */
  logged: () => string[]
  /** Number of things that still wait to be delivered. */
  waiting?: () => Promise<number>
  close: () => Promise<void>
}

/** @param fails whether it fails from the start */
export type StartPart = (mode: Mode, fails: boolean) => Promise<RunningPart>
