import type { RsvpAnswer } from '#shared/event-rules.ts'
import type { Answer, EventDetails } from '#shared/events.ts'

import styles from './rsvp.module.css'

interface Props {
  event: EventDetails
  /** The answer on its way. */
  sending: Answer | undefined
  onAnswer: (answer: RsvpAnswer) => void
}

const ANSWERS: readonly RsvpAnswer[] = ['going', 'maybe', 'declined']

/** Three answers, of which at most one is given. */
export function RsvpButtons({ event, sending, onAnswer }: Props) {
  const given = event.mine?.state === 'waitlisted' ? 'going' : event.mine?.state
  const words = wordsFor(event)
  return (
    <fieldset aria-label="Your answer" className={styles.answers}>
      {ANSWERS.map((answer) => (
        <button
          key={answer}
          type="button"
          className={styles.answer}
          aria-pressed={(sending?.state ?? given) === answer}
          aria-disabled={sending !== undefined || undefined}
          data-sending={sending?.state === answer || undefined}
          onClick={() => !sending && answer !== given && onAnswer(answer)}
        >
          {words[answer]}
        </button>
      ))}
    </fieldset>
  )
}

/** Whether `going` now means the waitlist. */
const isFull = ({ left, waiting }: EventDetails['seats']) => left !== undefined && (left === 0 || waiting > 0)

function wordsFor({ mine, seats }: EventDetails): Record<RsvpAnswer, string> {
  const waits = mine?.state === 'waitlisted'
  const joins = mine?.state !== 'going' && isFull(seats)
  return {
    going: waits ? 'In line' : joins ? 'Join the line' : 'Going',
    maybe: 'Maybe',
    declined: waits ? 'Leave the line' : 'Can’t go',
  }
}
