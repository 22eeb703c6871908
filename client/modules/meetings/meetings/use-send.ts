import { useQueryClient } from '@tanstack/react-query'

import type { MeetingDetails } from '#shared/meetings/schema.ts'
import { ProblemError } from '#client/lib/request-errors.ts'

import { meetingDetails, showMeeting } from './queries.ts'

/** While a command of the meeting runs, no other does. */
export const meetingCommands = (meetingId: string) => ['meeting', meetingId]

/**
 * Runs a command that answers with the meeting, and shows the result. Throws, so that a form can explain the failure.
 * Every command is idempotent, so that `request` can repeat it after a lost answer.
 */
export function useSend(meetingId: string) {
  const cache = useQueryClient()
  return async (command: Promise<MeetingDetails>) => {
    try {
      const changed = await command
      await showMeeting(cache, changed)
      return changed
    } catch (error) {
      // The meeting has changed since this page loaded it.
      if (error instanceof ProblemError && [404, 409, 412].includes(error.status))
        void cache.invalidateQueries({ queryKey: meetingDetails(meetingId).queryKey })
      throw error
    }
  }
}
