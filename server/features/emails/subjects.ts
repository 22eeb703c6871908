import type { Announcement } from '#shared/announcements.ts'
import type { Relationship } from '#shared/connections.ts'
import type { EventDetails } from '#shared/events.ts'
import type { MeetingDetails } from '#shared/meetings.ts'
import type { MemberCard } from '#shared/members.ts'
import type { MemberIntroductions } from '#shared/member-introductions.ts'
import type { NotificationTopic } from '#shared/notification-topics.ts'
import type { Subject } from '#shared/notifications.ts'
import type { EmailDocument } from './collection.ts'
import type { Actor } from '#server/features/session/types.ts'
import { Failure } from '#server/lib/failure.ts'

export type Cause = Pick<EmailDocument, 'actor' | 'data' | 'at'> & {
  topic: NotificationTopic
  subject: Subject
}

export interface Reader {
  actor: Actor
  displayName: string
  /** IANA name. */
  timeZone: string
}

/**
 * What emails are about, each as the reader may see it now. Where they may not, these fail as for something absent, or
 * leave it out.
 */
export interface SubjectDeps {
  eventDetails: (viewer: Actor, eventId: string) => Promise<EventDetails>
  announcements: (viewer: Actor, eventId: string) => Promise<Announcement[]>
  meetingDetails: (viewerId: string, meetingId: string) => Promise<MeetingDetails>
  relationship: (viewerId: string, memberId: string) => Promise<Relationship>
  introductions: (viewerId: string) => Promise<MemberIntroductions>
  /** Of active members whom the viewer may see. */
  cards: (viewerId: string, memberIds: readonly string[]) => Promise<MemberCard[]>
  /** iCalendar texts. */
  eventFile: (viewer: Actor, eventId: string) => Promise<{ text: string }>
  meetingFile: (viewer: Actor, meetingId: string) => Promise<{ text: string }>
}

/** Undefined where it is absent, or the viewer may not see it. */
export async function visible<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof Failure && error.status < 500) return undefined
    throw error
  }
}
