/**
 * Limits of introductions that members make. Does not import the schema library, so that the browser can import it.
 */

import { DAY } from '#shared/lib/durations.ts'

export const INTRODUCTION_LIMITS = {
  /** Characters. */
  reason: 280,
  /** Open introductions per member who made them. */
  open: 10,
} as const

/** Milliseconds after which it lapses without two acceptances. All values below are in milliseconds, too. */
export const INTRODUCTION_LIFETIME = 21 * DAY
/** Period for which the two see it in their list after both accepted. */
export const INTRODUCTION_SHOWN = 14 * DAY
/** Period after both accepted in which a meeting of the two earns points for the introducer. */
export const INTRODUCTION_COUNTS_FOR = 90 * DAY

/** States for a person who was asked. `waiting`: accepted, while the other has not. */
export const ASKED_STATES = ['open', 'waiting', 'connected'] as const
/** States for the introducer: a decline looks like no answer. */
export const MADE_STATES = ['waiting', 'connected', 'lapsed'] as const
