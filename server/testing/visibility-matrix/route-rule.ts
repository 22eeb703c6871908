import type { Person } from './fixture.ts'

export type Mark = keyof Person['marks']

interface Call {
  url: string
  body?: unknown
  headers?: Record<string, string>
}

export interface Probe {
  /** What the viewer asks, to come upon the other. */
  calls: (viewer: Person, other: Person) => Call[]
  /** For reads: whether anyone is found by it before the block. Where nobody is, the probe watches over the future. */
  finds?: boolean
  /** What may show after the block. */
  allowed?: { toBlocker?: Mark[]; toBlocked?: Mark[]; because: string }
}

/** A probe, or in words why the answer holds nothing of another member. */
export type Decision = Probe | string

export const isProbe = (entry: [string, Decision]): entry is [string, Probe] => typeof entry[1] !== 'string'
export const methodOf = (route: string) => route.split(' ')[0] as 'GET' | 'POST' | 'PUT' | 'DELETE'

export const none = 'Says nothing of any member.'
export const own = 'Only of the person who asks.'

export const at =
  (url: string): Probe['calls'] =>
  () => [{ url }]
export const seen = (...urls: string[]): Probe => ({ calls: () => urls.map((url) => ({ url })), finds: true })
