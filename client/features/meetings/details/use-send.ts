import { useMutation, useQueryClient } from '@tanstack/react-query'

import type { MeetingDetails } from '#shared/meetings.ts'
import { meetingDetails, meetingUrl, showMeeting } from '#client/features/meetings/queries.ts'
import { ProblemError } from '#client/lib/request-errors.ts'
import { request, type RequestOptions } from '#client/lib/request.ts'
import { explainProblem } from '#client/lib/use-form.ts'
import { useToast } from '#client/ui/toast.ts'

/** Every command is idempotent, so `request` can repeat it after a lost answer. */
export interface MeetingCommand extends Pick<RequestOptions, 'body' | 'ifMatch' | 'idempotencyKey'> {
  /** Under the meeting's URL. */
  path: readonly string[]
  method?: 'POST' | 'PUT' | 'DELETE'
}

/** Sends a command and shows what it makes of the meeting. Throws for a form to explain. */
export function useSend(meetingId: string) {
  const cache = useQueryClient()
  return async ({ path, method = 'POST', ...options }: MeetingCommand) => {
    try {
      const changed = await request<MeetingDetails>(meetingUrl(meetingId, ...path), { method, ...options })
      await showMeeting(cache, changed)
      return changed
    } catch (error) {
      // The meeting is not what this page had shown.
      if (error instanceof ProblemError && [404, 409, 412].includes(error.status))
        void cache.invalidateQueries({ queryKey: meetingDetails(meetingId).queryKey })
      throw error
    }
  }
}

interface ButtonCommand extends MeetingCommand {
  /** Said when it is done. */
  done: string
}

/** For buttons: a second press while one runs does nothing. */
export function useCommand(meetingId: string) {
  const cache = useQueryClient()
  const send = useSend(meetingId)
  const toast = useToast()
  const mutationKey = ['meeting', meetingId]
  const mutation = useMutation({
    mutationKey,
    mutationFn: send,
    onSuccess: (_, { done }: ButtonCommand) => toast(done, { tone: 'success' }),
    onError: (error) => toast(explainProblem(error).message ?? '', { tone: 'danger' }),
  })
  return {
    run(command: ButtonCommand) {
      // State is one render late: the second click of a double click would find nothing pending.
      if (cache.isMutating({ mutationKey }) === 0) mutation.mutate(command)
    },
    /** Whether this command runs. */
    isRunning: (...path: string[]) => mutation.isPending && mutation.variables.path.join() === path.join(),
  }
}
