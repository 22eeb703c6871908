import { useRef } from 'react'

import * as words from '#shared/lib/messages.ts'
import * as m from '#shared/events/messages.ts'
import { DAY } from '#shared/lib/durations.ts'
import { ANSWERS_KEPT, canAskGuests, hasOptions } from '#shared/events/question-rules.ts'
import { QUESTION_KINDS, QUESTION_LIMITS, type QuestionKind } from '#shared/events/rules.ts'
import type { Question } from '#shared/events/questions.ts'
import type { FieldErrors } from '#client/lib/explain-problem.ts'
import { Button } from '#client/ui/Button.tsx'
import { CheckboxField } from '#client/ui/form/CheckboxField.tsx'
import { FieldError } from '#client/ui/form/Field.tsx'
import { FieldGroup } from '#client/ui/form/FieldGroup.tsx'
import { SelectField } from '#client/ui/form/SelectField.tsx'
import { TextField } from '#client/ui/form/TextField.tsx'
import { TextListField } from '#client/ui/form/TextListField.tsx'
import patterns from '#client/ui/styles/patterns.module.css'

import styles from './questions.module.css'

const kindOptions = () => QUESTION_KINDS.map((kind) => ({ value: kind, label: m.questionKind({ kind }) }))

interface Props {
  questions: Question[]
  errors: FieldErrors
  /** Whether members can bring guests. */
  hasGuests: boolean
  onChange: (questions: Question[]) => void
}

/** The questions that an event asks of everyone who is going. */
export function QuestionsField({ questions, errors, hasGuests, onChange }: Props) {
  const list = useRef<HTMLOListElement>(null)
  // The pressed button moves or disappears, so the focus moves with the question.
  const focusLater = (at: number) =>
    requestAnimationFrame(() => list.current?.children[at]?.querySelector<HTMLElement>('input')?.focus())

  function add() {
    onChange([...questions, { id: crypto.randomUUID(), kind: 'shortText', label: '', required: false }])
    focusLater(questions.length)
  }

  function move(from: number, to: number) {
    onChange(questions.toSpliced(from, 1).toSpliced(to, 0, questions[from]!))
    focusLater(to)
  }

  function remove(at: number) {
    onChange(questions.toSpliced(at, 1))
    focusLater(Math.max(0, at - 1))
  }

  return (
    <FieldGroup legend={m.questions()} hint={m.questionsHint({ days: ANSWERS_KEPT / DAY })}>
      {questions.length > 0 && (
        <ol ref={list} className={styles.questions}>
          {questions.map((question, at) => (
            <li key={question.id} className={styles.question}>
              <QuestionFields
                question={question}
                at={at}
                errors={errors}
                hasGuests={hasGuests}
                onChange={(next) => onChange(questions.with(at, next))}
              />
              <div className={patterns.chips}>
                {at > 0 && (
                  <Button
                    variant="quiet"
                    aria-label={m.questionUpOne({ position: at + 1 })}
                    onClick={() => move(at, at - 1)}
                  >
                    {m.questionUp()}
                  </Button>
                )}
                {at < questions.length - 1 && (
                  <Button
                    variant="quiet"
                    aria-label={m.questionDownOne({ position: at + 1 })}
                    onClick={() => move(at, at + 1)}
                  >
                    {m.questionDown()}
                  </Button>
                )}
                <Button
                  variant="quiet"
                  aria-label={m.questionRemoveOne({ position: at + 1 })}
                  onClick={() => remove(at)}
                >
                  {words.remove()}
                </Button>
              </div>
            </li>
          ))}
        </ol>
      )}
      {errors['questions'] && <FieldError id={undefined}>{errors['questions']}</FieldError>}
      {questions.length < QUESTION_LIMITS.questions && (
        <div>
          <Button variant="secondary" onClick={add}>
            {m.questionAdd()}
          </Button>
        </div>
      )}
    </FieldGroup>
  )
}

interface QuestionProps {
  question: Question
  /** Index in the list. */
  at: number
  errors: FieldErrors
  hasGuests: boolean
  onChange: (question: Question) => void
}

function QuestionFields({ question, at, errors, hasGuests, onChange }: QuestionProps) {
  const { kind, label, required, options = [], perGuest = false, atCheckIn = false } = question
  const name = `questions.${at}`
  const set = (more: Partial<Question>) => onChange({ ...question, ...more })
  return (
    <>
      <TextField
        label={
          kind === 'consent'
            ? m.questionSentence({ position: at + 1 })
            : m.questionLabel({ position: at + 1 })
        }
        name={`${name}.label`}
        value={label}
        maxLength={QUESTION_LIMITS.label}
        error={errors[`${name}.label`]}
        onChange={(text) => set({ label: text })}
      />
      <SelectField
        label={m.questionKindOf({ position: at + 1 })}
        name={`${name}.kind`}
        value={kind}
        options={kindOptions()}
        onChange={(next) => set(withKind(question, next))}
      />
      {hasOptions(question) && (
        <TextListField
          label={m.questionChoices({ position: at + 1 })}
          entry={{ name: m.questionChoiceNumber, remove: m.questionChoiceRemove, add: m.questionChoiceAdd() }}
          name={`${name}.options`}
          values={options}
          errors={errors}
          most={QUESTION_LIMITS.options}
          maxLength={QUESTION_LIMITS.option}
          onChange={(next) => set({ options: next })}
        />
      )}
      <CheckboxField
        label={m.questionRequired()}
        checked={required}
        onChange={(next) => set({ required: next })}
      />
      {hasGuests && canAskGuests(question) && (
        <CheckboxField
          label={m.questionPerGuest()}
          checked={perGuest}
          onChange={(next) => set({ perGuest: next })}
        />
      )}
      <CheckboxField
        label={m.questionAtCheckIn()}
        hint={m.questionAtCheckInHint()}
        checked={atCheckIn}
        onChange={(next) => set({ atCheckIn: next })}
      />
    </>
  )
}

/** Starts with two empty choices. A sentence to agree to is usually required. */
const withKind = ({ options, required }: Question, kind: QuestionKind): Partial<Question> => ({
  kind,
  options: hasOptions({ kind }) ? (options ?? ['', '']) : undefined,
  required: required || kind === 'consent',
})
