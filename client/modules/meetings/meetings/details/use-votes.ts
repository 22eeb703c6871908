import { useQueryClient } from '@tanstack/react-query'

import * as m from '#shared/meetings/messages.ts'
import type { MeetingDetails } from '#shared/meetings/schema.ts'
import { meetingDetails } from '#client/modules/meetings/meetings/queries.ts'
import { slotLabel } from '#client/modules/meetings/meetings/times.ts'
import { ProblemError } from '#client/lib/request-errors.ts'
import { useViewerZone } from '#client/modules/people/members/use-viewer-zone.ts'
import { request } from '#client/lib/request.ts'
import { useForm } from '#client/ui/form/use-form.ts'
import { explainProblem } from '#client/lib/explain-problem.ts'
import { useToast } from '#client/lib/toast.ts'
import { useSend } from '#client/modules/meetings/meetings/use-send.ts'

import { answerErrors, type Answers, answersOf, votesOf, withAnswers } from './votes.ts'

export interface VotesDraft {
  answers: Answers
}

/** The viewer's answers. They are shown at once, and stay in the fields if they could not be saved. */
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
        const saved = await send(
          request('PUT /api/meetings/:meetingId/votes', {
            params: { meetingId: meeting.id },
            body: { votes: votesOf(meeting, answers) },
          }),
        )
        toast(savedLabel(saved, timeZone), { tone: 'success' })
      } catch (error) {
        cache.setQueryData(queryKey, before)
        throw error
      }
    },
    explain(error) {
      // The form is about to disappear, because the meeting's state has changed.
      if (error instanceof ProblemError && error.status === 409)
        toast(explainProblem(error).message ?? '', { tone: 'danger' })
      return undefined
    },
  })

  const saved = votesOf(meeting, answersOf(meeting, viewerId))
  const isChanged = JSON.stringify(votesOf(meeting, form.values.answers)) !== JSON.stringify(saved)
  return { form, isChanged }
}

/** A yes from everyone schedules the meeting. */
function savedLabel({ status, startsAt, durationMinutes }: MeetingDetails, timeZone: string) {
  if (status !== 'scheduled' || !startsAt) return m.votesSaved()
  return m.votesAgreed(slotLabel(startsAt, durationMinutes, timeZone))
}
