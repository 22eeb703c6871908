import { useQueryClient } from '@tanstack/react-query'

import type { MeetingDetails } from '#shared/meetings.ts'
import { meetingDetails } from '#client/features/meetings/queries.ts'
import { slotLabel } from '#client/features/meetings/times.ts'
import { ProblemError } from '#client/lib/request-errors.ts'
import { useViewerZone } from '#client/lib/time/use-viewer-zone.ts'
import { explainProblem, useForm } from '#client/lib/use-form.ts'
import { useToast } from '#client/ui/toast.ts'

import { answerErrors, type Answers, answersOf, votesOf, withAnswers } from './votes.ts'
import { useSend } from './use-send.ts'

export interface VotesDraft {
  answers: Answers
}

/** The viewer's answers. They are shown at once, and stay in the fields when they could not be saved. */
export function useVotes(meeting: MeetingDetails, viewerId: string) {
  const cache = useQueryClient()
  const send = useSend(meeting.id)
  const toast = useToast()
  const timeZone = useViewerZone()
  const { queryKey } = meetingDetails(meeting.id)

  const form = useForm<VotesDraft>({
    initial: { answers: answersOf(meeting, viewerId) },
    draft: `votes:${meeting.id}`,
    check: ({ answers }) => answerErrors(meeting, answers),
    async submit({ answers }) {
      await cache.cancelQueries({ queryKey })
      const before = cache.getQueryData(queryKey)
      cache.setQueryData(queryKey, withAnswers(meeting, viewerId, answers))
      try {
        const saved = await send({
          path: ['votes'],
          method: 'PUT',
          body: { votes: votesOf(meeting, answers) },
        })
        toast(savedLabel(saved, timeZone), { tone: 'success' })
      } catch (error) {
        cache.setQueryData(queryKey, before)
        throw error
      }
    },
    explain(error) {
      // The form is about to disappear with the state in which it made sense.
      if (error instanceof ProblemError && error.status === 409)
        toast(explainProblem(error).message ?? '', { tone: 'danger' })
      return undefined
    },
  })

  const saved = votesOf(meeting, answersOf(meeting, viewerId))
  const isChanged = JSON.stringify(votesOf(meeting, form.values.answers)) !== JSON.stringify(saved)
  return { form, isChanged }
}

/** Everyone's yes schedules a meeting. */
function savedLabel({ status, startsAt, durationMinutes }: MeetingDetails, timeZone: string) {
  if (status !== 'scheduled' || !startsAt) return 'Answers saved.'
  const { days, times } = slotLabel(startsAt, durationMinutes, timeZone)
  return `Everyone said yes: the meeting is on ${days}, ${times}.`
}
