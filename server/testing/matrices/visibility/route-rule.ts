import type { Person } from './fixture.ts'

/** The details that identify a person in a response. */
export type PersonalDetail = keyof Person['details']

interface Call {
  url: string
  body?: unknown
  headers?: Record<string, string>
}

export interface RouteCheck {
  /** Requests of the viewer that could show the other person. */
  calls: (viewer: Person, other: Person) => Call[]
  /**
   * Set for reads: whether any of them shows the other before the block. Otherwise the check guards against later
   * changes.
   */
  showsBefore?: boolean
  /** Reason why the response may reveal that the other blocked the viewer or is suspended. Otherwise it must not. */
  differsFromSuspension?: string
  /** Reason why blocks change nothing: everyone gets the same response, with a session or without. */
  sameForEveryone?: string
  /** Details that may be shown after the block. */
  allowed?: { toBlocker?: PersonalDetail[]; toBlocked?: PersonalDetail[]; because: string }
}

/** A check, or the reason why the response contains nothing about another member. */
export type RouteRule = RouteCheck | string

export const isCheck = (entry: [string, RouteRule]): entry is [string, RouteCheck] =>
  typeof entry[1] !== 'string'
export const methodOf = (route: string) => route.split(' ')[0] as 'GET' | 'POST' | 'PUT' | 'DELETE'

export const NO_MEMBERS = 'Contains nothing about any member.'
export const ACCOUNT_DATA = 'Contains only data of the member who asks.'

export const callsTo =
  (url: string): RouteCheck['calls'] =>
  () => [{ url }]
export const showsMembers = (url: string): RouteCheck => ({ calls: callsTo(url), showsBefore: true })
