import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'

import * as m from '#shared/conversation/messages.ts'
import { canOnEvent } from '#shared/events/rights.ts'
import type { DiscussionQuestion } from '#shared/conversation/discussion/schema.ts'
import type { EventDetails } from '#shared/events/schema.ts'
import { Button } from '#client/ui/Button.tsx'
import { ShowMore } from '#client/ui/lists/ShowMore.tsx'
import { Loading } from '#client/ui/crash/Loading.tsx'

import styles from './discussion.module.css'
import { PostBody } from './PostBody.tsx'
import { NewPost } from './PostForm.tsx'
import { answersTo } from './queries.ts'

interface Props {
  event: EventDetails
  question: DiscussionQuestion
}

export function Question({ event, question }: Props) {
  const [isAnswering, setAnswering] = useState(false)
  const [showsAll, setShowsAll] = useState(false)
  const { id, answers, answerCount } = question
  return (
    <li className={styles.question}>
      <PostBody event={event} post={question} kind="question" mayMark={canOnEvent(event, 'edit')} />
      {(showsAll || answers.length > 0) && (
        <ol className={styles.answers} aria-label={m.discussionAnswers()}>
          {showsAll ? (
            <AllAnswers event={event} question={question} />
          ) : (
            <Answers event={event} question={question} answers={answers} />
          )}
        </ol>
      )}
      {!showsAll && answerCount > answers.length && (
        <div>
          <Button variant="quiet" onClick={() => setShowsAll(true)}>
            {m.discussionShowAll({ count: answerCount })}
          </Button>
        </div>
      )}
      {isAnswering ? (
        <NewPost
          eventId={event.id}
          question={id}
          label={m.discussionYourAnswer()}
          button={m.discussionSendAnswer()}
          onDone={() => setAnswering(false)}
        />
      ) : (
        !event.hidden?.event && (
          <div>
            <Button variant="quiet" onClick={() => setAnswering(true)}>
              {m.discussionAnswer()}
            </Button>
          </div>
        )
      )}
    </li>
  )
}

function AllAnswers({ event, question }: Props) {
  const query = useInfiniteQuery({ ...answersTo(event.id, question.id), throwOnError: false })
  return (
    <>
      <Loading query={query} failed={m.discussionAnswersFailed()} />
      <Answers event={event} question={question} answers={query.data ?? []} />
      <ShowMore {...query} />
    </>
  )
}

const Answers = ({ event, question, answers }: Props & Pick<DiscussionQuestion, 'answers'>) =>
  answers.map((answer) => (
    <li key={answer.id}>
      <PostBody
        event={event}
        post={answer}
        kind="answer"
        mayMark={canOnEvent(event, 'edit') || question.isOwn}
      />
    </li>
  ))
