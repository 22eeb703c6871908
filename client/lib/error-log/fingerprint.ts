import type { ClientErrorEntry } from '#shared/client-errors.ts'

const LINES = 6

/** Tells repeats within seconds from other errors. What belongs together over days is for the server to say. */
export const fingerprintOf = ({ type, message, stack = '' }: ClientErrorEntry) =>
  [type, message, ...stack.split('\n', LINES)].join('\n')
