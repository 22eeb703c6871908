import { isExchange, reasonsFrom } from '#server/modules/rounds/matching/reasons.ts'
import { answerOnThread } from '#server/modules/rounds/matching/thread.ts'

import type { SeatingQuestion } from './seater.ts'
import { seat } from './seating.ts'

answerOnThread(({ facts, ...seating }: SeatingQuestion) => {
  const helps = reasonsFrom(facts, seating.people.length).filter(([, , weight]) => isExchange(weight))
  return seat({ ...seating, known: facts.connected, helps: helps.map(([a, b]) => [a, b] as const) })
})
