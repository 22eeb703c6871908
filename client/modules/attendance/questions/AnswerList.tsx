import * as m from '#shared/events/messages.ts'
import { answerKey, shownValues } from '#shared/events/question-rules.ts'
import type { Answer } from '#shared/events/questions.ts'

import styles from './questions.module.css'

export const AnswerList = ({ answers }: { answers: readonly Answer[] }) => (
  <dl className={styles.answers}>
    {answers.map((answer) => (
      <div key={answerKey(answer)}>
        <dt>
          {answer.guest === undefined
            ? answer.label
            : m.questionOfGuest({ position: answer.guest + 1, question: answer.label })}
        </dt>
        <dd>{shownValues(answer).join(', ')}</dd>
      </div>
    ))}
  </dl>
)
