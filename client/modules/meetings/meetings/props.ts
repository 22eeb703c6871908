import type { MeetingDetails } from '#shared/meetings/schema.ts'

/** Props of each part of a meeting's screen. */
export interface MeetingProps {
  meeting: MeetingDetails
  viewerId: string
}
