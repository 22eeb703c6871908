import * as m from '#shared/events/messages.ts'
import { DAY } from '#shared/lib/durations.ts'
import { allAsked, answerErrors, answerKey, AGREED, ANSWERS_KEPT } from '#shared/events/question-rules.ts'
import { QUESTION_LIMITS } from '#shared/events/rules.ts'
import type { EventDetails } from '#shared/events/schema.ts'
import type { AnswerEdit, Question } from '#shared/events/questions.ts'
import type { FieldErrors } from '#client/lib/explain-problem.ts'
import { useForm } from '#client/ui/form/use-form.ts'
import { CheckboxField } from '#client/ui/form/CheckboxField.tsx'
import { CheckboxGroup } from '#client/ui/form/CheckboxGroup.tsx'
import { FieldGroup } from '#client/ui/form/FieldGroup.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { SelectField } from '#client/ui/form/SelectField.tsx'
import { TextField } from '#client/ui/form/TextField.tsx'
import { Submit } from '#client/ui/form/Submit.tsx'

interface Props {
  event: EventDetails
  /** Number of guests whom the member brings. */
  guests: number
  submitLabel: string
  busyLabel: string
  onSubmit: (answers: AnswerEdit[]) => Promise<void>
}

/** Values by `answerKey`. */
export type Values = Record<string, string[]>

/** The questions of an event, with those about each guest. What was typed outlasts a reload. */
export function AnswerForm({ event, guests, submitLabel, busyLabel, onSubmit }: Props) {
  const { asked, initial, editOf, check } = answersTo(event.questions, event.answers, guests)
  const isShownAtCheckIn = event.questions?.some(({ atCheckIn }) => atCheckIn)
  const form = useForm<{ answers: Values }>({
    initial: { answers: initial },
    draft: `answers ${event.id}`,
    check,
    submit: (typed) => onSubmit(editOf(typed)),
  })
  const fieldOf = (one: Asked) => (
    <AskedField
      key={answerKey(one.subject)}
      asked={one}
      answers={form.values.answers}
      errors={form.errors}
      onChange={(next) => form.set('answers', next)}
    />
  )
  return (
    <form {...form.props} className={patterns.form}>
      <p className={patterns.muted}>
        {m.questionPrivacy({ shown: isShownAtCheckIn ? 'atCheckIn' : 'toHosts', days: ANSWERS_KEPT / DAY })}
      </p>
      {asked.filter(({ subject }) => subject.guest === undefined).map(fieldOf)}
      {Array.from({ length: guests }, (_, guest) => {
        const about = asked.filter(({ subject }) => subject.guest === guest)
        return (
          about.length > 0 && (
            <FieldGroup key={`guest ${guest}`} legend={m.questionGuest({ position: guest + 1 })}>
              {about.map(fieldOf)}
            </FieldGroup>
          )
        )
      })}
      <Submit form={form} label={submitLabel} busy={busyLabel} wide />
    </form>
  )
}

/** The questions for someone with guests, the values of their answers so far, and the edit that a form of them makes. */
export function answersTo(
  questions: readonly Question[] = [],
  answers: readonly AnswerEdit[] = [],
  guests = 0,
) {
  const asked = allAsked(questions, guests)
  const editOf = (typed: { answers: Values }): AnswerEdit[] =>
    asked.map(({ subject }) => ({ ...subject, values: typed.answers[answerKey(subject)] ?? [] }))
  return {
    asked,
    initial: Object.fromEntries(answers.map((answer) => [answerKey(answer), answer.values])),
    editOf,
    check: (typed: { answers: Values }) => answerErrors(questions, editOf(typed), guests),
  }
}

type Asked = ReturnType<typeof allAsked>[number]

interface AskedProps {
  asked: Asked
  answers: Values
  /** Errors by the name of the field. */
  errors: FieldErrors
  onChange: (answers: Values) => void
}

/** The field of a question, about a person. */
export function AskedField({ asked: { subject, asks }, answers, errors, onChange }: AskedProps) {
  const key = answerKey(subject)
  const name = `answers.${key}`
  return (
    <AnswerField
      question={asks}
      name={name}
      values={answers[key] ?? []}
      error={errors[name]}
      onChange={(values) => onChange({ ...answers, [key]: values })}
    />
  )
}

interface FieldProps {
  question: Question
  name: string
  values: readonly string[]
  error: string | undefined
  onChange: (values: string[]) => void
}

/** One question of an event. */
function AnswerField({ question, name, values, error, onChange }: FieldProps) {
  const { kind, label, required, options = [] } = question
  const common = { label, name, error }
  switch (kind) {
    case 'shortText':
    case 'longText':
      return (
        <TextField
          {...common}
          value={values[0] ?? ''}
          maxLength={QUESTION_LIMITS[kind]}
          optional={!required}
          multiline={kind === 'longText'}
          rows={kind === 'longText' ? 3 : undefined}
          onChange={(text) => onChange([text])}
        />
      )
    case 'oneChoice':
      return (
        <SelectField
          {...common}
          value={values[0] ?? ''}
          options={[
            { value: '', label: m.questionChoose() },
            ...options.map((value) => ({ value, label: value })),
          ]}
          optional={!required}
          onChange={(value) => onChange(value === '' ? [] : [value])}
        />
      )
    case 'severalChoices':
      return (
        <CheckboxGroup
          {...common}
          values={values}
          options={options}
          optional={!required}
          onChange={onChange}
        />
      )
    case 'consent':
      return (
        <CheckboxField
          {...common}
          checked={values.length > 0}
          required={required}
          onChange={(checked) => onChange(checked ? [AGREED] : [])}
        />
      )
  }
}
