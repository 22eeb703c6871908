import {
  ASK_AFTER_DAYS,
  type ChapterNeed,
  type ChapterState,
  MIN_LEADS,
  QUIET_AFTER_DAYS,
  REST_AFTER_DAYS,
} from '#shared/chapters/rules.ts'
import { DAY } from '#shared/lib/durations.ts'
import { isoInstant } from '#server/lib/clock.ts'

/** A chapter that is active or resting. Instants are ISO. */
export interface ChapterSituation {
  state: ChapterState
  /** When it entered the state. */
  since: string
  /** When its members were asked who takes over. */
  askedAt: string | undefined
  /** Number of active leads, none of whom is suspended. */
  leads: number
  /** Whether an own event began in the last 120 days, or is ahead. */
  hasEvent: boolean
  /** While it rests: whether it has a lead or an own event ahead that it did not have before. */
  hasNews: boolean
}

/** `ask` its members, let it `rest`, `end` the question because it needs nobody any more, or `wake` it. */
export type NextStep =
  | { step: 'ask'; need: ChapterNeed }
  | { step: 'rest'; need: ChapterNeed }
  | { step: 'end' }
  | { step: 'wake' }

/** Decides about one chapter. The step that is due now, if any. */
export function nextStep(chapter: ChapterSituation, now: number): NextStep | undefined {
  const { state, since, askedAt, hasNews } = chapter
  const need = needOf(chapter, now)
  if (state === 'resting') return hasNews || (askedAt && !need) ? { step: 'wake' } : undefined
  if (state !== 'active') return undefined
  // Asked before an admin made it active again.
  if (askedAt && (!need || askedAt < since)) return { step: 'end' }
  if (!need) return undefined
  if (!askedAt) return isBefore(since, now, ASK_AFTER_DAYS) ? { step: 'ask', need } : undefined
  return isBefore(askedAt, now, REST_AFTER_DAYS) ? { step: 'rest', need } : undefined
}

/** An active chapter has 120 days for its first event, too. */
function needOf({ state, since, leads, hasEvent }: ChapterSituation, now: number): ChapterNeed | undefined {
  if (leads < MIN_LEADS) return 'lead'
  const isQuiet = state === 'resting' || isBefore(since, now, QUIET_AFTER_DAYS)
  return isQuiet && !hasEvent ? 'event' : undefined
}

const isBefore = (instant: string, now: number, days: number) => instant <= isoInstant(now - days * DAY)

/** When a chapter rests whose members were asked at this time. Both are ISO instants. */
export const restsAt = (askedAt: string) => isoInstant(Date.parse(askedAt) + REST_AFTER_DAYS * DAY)
