import type { MeetingDetails } from '#shared/meetings.ts'

/** Of each part of a meeting's screen. */
export interface MeetingProps {
  meeting: MeetingDetails
  viewerId: string
}
