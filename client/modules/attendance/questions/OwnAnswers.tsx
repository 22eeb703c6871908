import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import * as words from '#shared/lib/messages.ts'
import * as m from '#shared/events/messages.ts'
import { MAY_COME } from '#shared/events/rules.ts'
import type { EventDetails } from '#shared/events/schema.ts'
import type { AnswerEdit } from '#shared/events/questions.ts'
import { eventDetails } from '#client/modules/events/events/queries.ts'
import { request } from '#client/lib/request.ts'
import { Button } from '#client/ui/Button.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { useToast } from '#client/lib/toast.ts'

import { areAnswersMissing } from './asking.ts'
import { AnswerDialog } from './AnswerDialog.tsx'
import { AnswerList } from './AnswerList.tsx'
import styles from './questions.module.css'

interface Props {
  event: EventDetails
  /** Whether RSVPs are closed, so that answers can no longer be changed. */
  isClosed?: boolean
}

/** The answers of a member with a place, or the questions that the hosts have added since. */
export function OwnAnswers({ event, isClosed = false }: Props) {
  const { mine, questions = [], answers = [] } = event
  const [isOpen, setOpen] = useState(false)
  const save = useSaveAnswers(event)
  if (!mine || !MAY_COME.has(mine.state) || (questions.length === 0 && answers.length === 0)) return null
  const isMissing = !isClosed && areAnswersMissing(event, mine.guests)
  const open = () => setOpen(true)
  return (
    <div className={styles.own}>
      {isMissing && (
        <Notice
          tone="info"
          title={m.questionNew()}
          actions={<Button onClick={open}>{m.questionAnswer()}</Button>}
        >
          {m.questionNewText()}
        </Notice>
      )}
      {answers.length > 0 && (
        <>
          <h3>{m.questionYourAnswers()}</h3>
          <AnswerList answers={answers} />
        </>
      )}
      {!isMissing && !isClosed && questions.length > 0 && (
        <Button variant="secondary" onClick={open}>
          {answers.length > 0 ? m.questionEditAnswers() : m.questionAnswerAll()}
        </Button>
      )}
      <AnswerDialog
        event={event}
        guests={mine.guests}
        open={isOpen}
        submitLabel={m.questionSaveAnswers()}
        busyLabel={words.saving()}
        onSubmit={save}
        onClose={() => setOpen(false)}
      />
    </div>
  )
}

function useSaveAnswers({ id }: EventDetails) {
  const cache = useQueryClient()
  const toast = useToast()
  const { queryKey } = eventDetails(id)
  return async (edit: AnswerEdit[]) => {
    const body = { answers: edit }
    const { answers } = await request('PUT /api/events/:eventId/answers', {
      params: { eventId: id },
      body,
    }).catch((error: unknown) => {
      void cache.invalidateQueries({ queryKey })
      throw error
    })
    cache.setQueryData(queryKey, (shown) => shown && { ...shown, answers })
    toast(m.questionAnswersSaved(), { tone: 'success' })
  }
}
