import type { Desk } from '#shared/programme/desk/schema.ts'
import { REMIND_WITHIN, THANK_WITHIN } from '#shared/programme/desk/rules.ts'
import { CHECK_IN_OPENS } from '#shared/events/rules.ts'
import type { EventDocument } from '#server/modules/events/types.ts'
import { isHistory } from '#server/modules/events/events/rules.ts'

/** Numbers of members, and the time of the latest announcement or message to those who answered maybe. */
export interface DeskFacts {
  requested: number
  undecided: number
  going: number
  lastSentAt: string | null
  /** 1 or 0. */
  hasRecap: number
}

type NextStep = Desk['nextStep']

/** The most urgent thing that the organiser of the event can do now; undefined when nothing waits for them. */
export function nextStepOf(
  event: Pick<
    EventDocument,
    'status' | 'startsAt' | 'endsAt' | 'format' | 'hidden' | 'imported' | 'publishedAt'
  >,
  { requested, undecided, going, lastSentAt, hasRecap }: DeskFacts,
  now: number,
): NextStep {
  const [start, end] = [Date.parse(event.startsAt), Date.parse(event.endsAt)]
  const lastSent = lastSentAt === null ? -Infinity : Date.parse(lastSentAt)
  // Its members see nothing of it, so nothing can be done for them.
  if (event.hidden?.event) return undefined
  // An imported event ended before its attendees could do anything here.
  if (isHistory.of(event)) return undefined
  if (event.status === 'draft') return { kind: 'publish' }
  if (event.status === 'completed') {
    if (going === 0 || now >= end + THANK_WITHIN) return undefined
    if (lastSent < end) return { kind: 'thank', people: going }
    return hasRecap ? undefined : { kind: 'recap' }
  }
  if (event.status !== 'published') return undefined
  if (now >= end) return { kind: 'complete' }
  if (requested > 0) return { kind: 'answerRequests', people: requested }
  if (event.format !== 'online' && going > 0 && now >= start - CHECK_IN_OPENS)
    return { kind: 'checkIn', people: going }
  if (undecided > 0 && now >= start - REMIND_WITHIN && now < start && lastSent < start - REMIND_WITHIN)
    return { kind: 'remind', people: undecided }
  return undefined
}
