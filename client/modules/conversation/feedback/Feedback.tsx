import { useQuery } from '@tanstack/react-query'

import { rich } from '#client/ui/rich.tsx'
import * as m from '#shared/conversation/messages.ts'
import { canOnEvent } from '#shared/events/rights.ts'
import { FEEDBACK_LIMITS, ratingNames } from '#shared/conversation/feedback-rules.ts'
import type { FeedbackResults } from '#shared/conversation/feedback.ts'
import type { EventDetails } from '#shared/events/schema.ts'
import { locale } from '#shared/lib/language/current.ts'
import type { Content } from '#shared/lib/language/format.ts'
import { formatNumber } from '#shared/lib/language/numbers.ts'
import patterns from '#client/ui/styles/patterns.module.css'
import { MemberLine } from '#client/modules/people/members/MemberLine.tsx'

import styles from './feedback.module.css'
import { OwnFeedback } from './OwnFeedback.tsx'
import { feedbackResults } from './queries.ts'

/** After an event: the form for people who were there, and the results for those who manage it. */
export const Feedback = ({ event }: { event: EventDetails }) => (
  <>
    {event.mine?.state === 'going' && <OwnFeedback event={event} />}
    {canOnEvent(event, 'edit') && <Results event={event} />}
  </>
)

function Results({ event: { id } }: { event: EventDetails }) {
  const { data } = useQuery({ ...feedbackResults(id), throwOnError: false })
  if (!data) return null
  const { answered, results } = data
  return (
    <section className={styles.results}>
      <h2>
        {m.feedbackTitle()}
        {answered > 0 && <span className={patterns.muted}> {answered}</span>}
      </h2>
      {results ? (
        <Shown answered={answered} results={results} />
      ) : (
        <p className={patterns.muted}>
          {answered > 0 ? m.feedbackSoFar({ count: answered }) : m.feedbackNoneYet()}
        </p>
      )}
    </section>
  )
}

const big = (content: Content) => <span className={styles.average}>{rich(content)}</span>
const small = (content: Content) => <span className={patterns.muted}>{rich(content)}</span>

const ONE_DIGIT = { minimumFractionDigits: 1, maximumFractionDigits: 1 }

function Shown({
  answered,
  results: { ratings, sentences },
}: {
  answered: number
  results: NonNullable<FeedbackResults['results']>
}) {
  const sum = ratings.reduce((total, count, at) => total + count * (at + 1), 0)
  const average = new Intl.NumberFormat(locale(), ONE_DIGIT).format(sum / answered)
  const names = ratingNames()
  return (
    <>
      <p>
        {rich(
          m.feedbackAverage({
            average,
            most: FEEDBACK_LIMITS.rating,
            big,
            small,
          }),
        )}
      </p>
      <ul className={styles.bars} aria-label={m.feedbackRatings()}>
        {ratings
          .map((count, at) => ({ count, rating: at + 1 }))
          .toReversed()
          .map(({ count, rating }) => (
            <li key={rating} className={styles.bar}>
              <span>
                {rating}
                {'\u00A0· '}
                {names[rating - 1]}
              </span>
              <span>{formatNumber(count)}</span>
              <meter aria-hidden="true" max={answered} value={count} />
            </li>
          ))}
      </ul>
      {sentences.length > 0 && (
        <ul className={styles.sentences} aria-label={m.feedbackSentences()}>
          {sentences.map(({ text, by }, at) => (
            // The same sentence can be there twice.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={`${at} ${text}`}>
              <blockquote className={patterns.quote}>{text}</blockquote>
              {by && <MemberLine member={by} />}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
