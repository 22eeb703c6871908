import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'

import { rich } from '#client/ui/rich.tsx'
import * as words from '#shared/lib/messages.ts'
import * as m from '#shared/conversation/messages.ts'
import { FEEDBACK_LIMITS, ratingNames } from '#shared/conversation/feedback-rules.ts'
import type { FeedbackEdit } from '#shared/conversation/feedback.ts'
import type { EventDetails } from '#shared/events/schema.ts'
import { useForm } from '#client/ui/form/use-form.ts'
import { useMomentLabel } from '#client/modules/people/members/use-viewer-zone.ts'
import { Button } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'
import { CheckboxField } from '#client/ui/form/CheckboxField.tsx'
import { FieldError } from '#client/ui/form/Field.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { TextField } from '#client/ui/form/TextField.tsx'
import { useToast } from '#client/lib/toast.ts'
import { hidden } from '#client/ui/VisuallyHidden.tsx'
import { Submit } from '#client/ui/form/Submit.tsx'

import styles from './feedback.module.css'
import { feedbackResults, giveFeedback, ownFeedback } from './queries.ts'

/** Renders nothing for people who are not asked. */
export function OwnFeedback({ event: { id } }: { event: EventDetails }) {
  const { data } = useQuery({ ...ownFeedback(id), throwOnError: false })
  const [isEditing, setEditing] = useState(false)
  const momentLabel = useMomentLabel()
  const { own, openUntil } = data ?? {}
  const isFormShown = openUntil !== undefined && (!own || isEditing)
  if (!own && openUntil === undefined) return null
  return (
    <Card title={own ? m.feedbackYours() : m.feedbackAsk()}>
      {isFormShown ? (
        <FeedbackForm eventId={id} own={own} onDone={() => setEditing(false)} />
      ) : (
        own && (
          <>
            <p>
              {m.feedbackOwn({
                rating: own.rating,
                most: FEEDBACK_LIMITS.rating,
                name: ratingNames()[own.rating - 1]!,
              })}
            </p>
            {own.sentence && <blockquote className={patterns.quote}>{own.sentence}</blockquote>}
            <p className={patterns.small}>
              {own.isNamed ? m.feedbackNamed() : m.feedbackUnnamed()}
              {openUntil && ` ${m.feedbackUntil({ moment: momentLabel(openUntil) })}`}
            </p>
            {openUntil && (
              <div>
                <Button variant="secondary" onClick={() => setEditing(true)}>
                  {m.feedbackEdit()}
                </Button>
              </div>
            )}
          </>
        )
      )}
    </Card>
  )
}

interface FormProps {
  eventId: string
  own: FeedbackEdit | undefined
  onDone: () => void
}

function FeedbackForm({ eventId, own, onDone }: FormProps) {
  const cache = useQueryClient()
  const toast = useToast()
  const form = useForm({
    initial: { rating: own?.rating ?? 0, sentence: own?.sentence ?? '', isNamed: own?.isNamed ?? false },
    draft: `feedback:${eventId}`,
    check: ({ rating }): Record<string, string> => (rating > 0 ? {} : { rating: m.feedbackRuleRating() }),
    submit: async (values) => {
      cache.setQueryData(ownFeedback(eventId).queryKey, await giveFeedback(eventId, values))
      void cache.invalidateQueries({ queryKey: feedbackResults(eventId).queryKey })
      toast(m.feedbackThanks(), { tone: 'success' })
      onDone()
    },
  })
  return (
    <form {...form.props} className={patterns.form}>
      <Rating
        value={form.values.rating}
        onChange={(rating) => form.set('rating', rating)}
        error={form.errors['rating']}
      />
      <TextField
        {...form.field('sentence')}
        label={m.feedbackSentence()}
        hint={m.feedbackSentenceHint()}
        multiline
        rows={2}
        maxLength={FEEDBACK_LIMITS.sentence}
        optional
      />
      <CheckboxField
        name="isNamed"
        label={m.feedbackName()}
        hint={m.feedbackNameHint()}
        checked={form.values.isNamed}
        onChange={(isNamed) => form.set('isNamed', isNamed)}
      />
      <Submit form={form} label={own ? m.feedbackSave() : m.feedbackSend()} busy={words.sending()}>
        {own && (
          <Button variant="quiet" onClick={onDone}>
            {words.cancel()}
          </Button>
        )}
      </Submit>
    </form>
  )
}

interface RatingProps {
  value: number
  onChange: (rating: number) => void
  error: string | undefined
}

function Rating({ value, onChange, error }: RatingProps) {
  const errorId = useId()
  const names = ratingNames()
  return (
    <fieldset
      role="radiogroup"
      className={styles.rating}
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? errorId : undefined}
    >
      <legend className={styles.legend}>{m.feedbackYourRating()}</legend>
      <div className={styles.choices}>
        {names.map((name, at) => (
          <label key={name} className={styles.choice}>
            <input
              type="radio"
              name="rating"
              className={styles.radio}
              value={at + 1}
              checked={value === at + 1}
              onChange={() => onChange(at + 1)}
            />
            {rich(
              m.feedbackChoice({
                rating: at + 1,
                most: FEEDBACK_LIMITS.rating,
                name,
                hidden,
              }),
            )}
          </label>
        ))}
      </div>
      <p className={styles.scale} aria-hidden="true">
        <span>{names[0]}</span>
        <span>{names.at(-1)}</span>
      </p>
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </fieldset>
  )
}
