import type { NotificationTopic } from '#shared/operations/notification-topics.ts'
import type { Subject } from '#shared/operations/notification-subject.ts'
import type { EmailDocument } from '#server/modules/notifications/emails/collection.ts'
import type { Actor } from '#server/modules/actor.ts'
import type { Calendar } from '#server/modules/calendar/module.ts'
import type { Chapters } from '#server/modules/chapters/module.ts'
import type { Conversation } from '#server/modules/conversation/module.ts'
import type { Attendance } from '#server/modules/attendance/module.ts'
import type { Programme } from '#server/modules/programme/module.ts'
import type { Meetings } from '#server/modules/meetings/module.ts'
import type { Rounds } from '#server/modules/rounds/module.ts'
import type { People } from '#server/modules/people/module.ts'
import type { EmailContent } from './template.ts'
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
 * Emails read their subjects as the recipient may see them now. If the recipient may not see one, reading fails as
 * for a missing subject, or the subject is left out.
 */
export interface SubjectDeps {
  chapters: Chapters
  people: People
  attendance: Attendance
  programme: Programme
  calendar: Calendar
  conversation: Conversation
  meetings: Meetings
  rounds: Rounds
}

interface Composing {
  deps: SubjectDeps
  sentence: string
  /** Epoch milliseconds. */
  now: number
}

/** Composes the email of a topic; undefined when it is obsolete, or the reader may no longer see its subject. */
export type ComposeEmail<C extends Cause = Cause> = (
  cause: C,
  reader: Reader,
  composing: Composing,
) => Promise<EmailContent | undefined>

/** Undefined if it is missing, or the viewer may not see it. */
export async function visible<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof Failure && error.status < 500) return undefined
    throw error
  }
}
