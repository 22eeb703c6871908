import { useQuery } from '@tanstack/react-query'

import * as m from '#shared/events/messages.ts'
import type { EventDetails } from '#shared/events/schema.ts'
import type { AnswerTotals as Totals } from '#shared/events/questions.ts'
import { formatNumber } from '#shared/lib/language/numbers.ts'
import patterns from '#client/ui/styles/patterns.module.css'
import { routeQuery } from '#client/lib/route-query.ts'

import styles from './questions.module.css'

/** Belongs to the roster, so that it is reloaded with it. */
const answerTotals = (eventId: string) =>
  routeQuery(['events', 'roster', eventId, 'answers'], 'GET /api/events/:eventId/answers', {
    params: { eventId },
  })

/** Counts of the answers of those who are going. */
export function AnswerTotals({ event: { id, questions } }: { event: EventDetails }) {
  const { data } = useQuery({
    ...answerTotals(id),
    enabled: questions !== undefined,
    // The roster is useful without it.
    throwOnError: false,
  })
  const items = data?.items ?? []
  if (items.length === 0) return null
  return (
    <section aria-label={m.questionTotals()} className={styles.totals}>
      {items.map((item) => (
        <Total key={`${item.question} ${item.label}`} item={item} />
      ))}
    </section>
  )
}

function Total({ item: { label, isCurrent, answered, choices } }: { item: Totals['items'][number] }) {
  return (
    <div>
      <h2>{label}</h2>
      <p className={patterns.muted}>
        {isCurrent ? m.answers({ count: answered }) : m.questionTotalEarlier({ count: answered })}
      </p>
      {choices.length > 0 && (
        <ul className={styles.bars}>
          {choices.map(({ value, count }) => (
            <li key={value} className={styles.bar}>
              <span>{value}</span>
              <span>{formatNumber(count)}</span>
              <meter aria-hidden="true" max={answered} value={count} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
