import { SECOND } from '#shared/lib/durations.ts'
import type { NotificationTopic } from '#shared/operations/notification-topics.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { type EmailDocument, emails } from '#server/modules/notifications/emails/collection.ts'
import type { QueueEmails } from '#server/modules/notifications/emails/types.ts'

/** Milliseconds for which topics that often change twice wait, so that one email has the final state. */
const SETTLES = 90 * SECOND
const CHANGES: ReadonlySet<NotificationTopic> = new Set([
  'eventChanged',
  'meetingScheduled',
  'meetingChanged',
])

/** Topics that are of little use when late. */
const URGENT: ReadonlySet<NotificationTopic> = new Set([
  'eventChanged',
  'eventCancelled',
  'eventReminder',
  'rsvpConfirmed',
  'seatOffered',
  'seatPromoted',
  'meetingScheduled',
  'meetingChanged',
  'meetingReminder',
])

/** Nothing is queued without a mail server. */
export const createQueue =
  ({ clock, sendsEmail }: { clock: Clock; sendsEmail: boolean }): QueueEmails =>
  async (tx, all) => {
    const wanted = all.filter(({ delivery }) => delivery.email)
    if (!sendsEmail || wanted.length === 0) return
    const ids = wanted.map(({ cause }) => cause.id)
    const stored = await tx.getMany(emails, ids)
    for (const [at, { cause, delivery }] of wanted.entries()) {
      if (stored[at]) continue
      const { id, domainEvent, member, topic, subject, actor, data, at: happenedAt } = cause
      const email = {
        id,
        domainEvent,
        member,
        topic,
        subject,
        data: { ...data },
        at: happenedAt,
        attempts: 0,
      }
      const dueAt = isoInstant(clock() + (CHANGES.has(topic) ? SETTLES : 0))
      tx.create(emails, {
        ...email,
        ...(actor !== undefined && { actor }),
        ...(URGENT.has(topic) && { urgent: true }),
        ...(delivery.digest ? { state: 'waiting' } : { state: 'queued', dueAt }),
      })
    }
  }

/** The later email of the member that contains everything from this one, because it covers changes from before. */
export function supersedingOf(
  { topic, subject, data: { was, subjects }, handedOverAt }: EmailDocument,
  later: readonly EmailDocument[],
): EmailDocument | undefined {
  // An email about several events contains more than a later one about their first.
  if (handedOverAt !== undefined || subjects !== undefined) return undefined
  const topics = SUPERSEDED_BY[topic] ?? []
  const found = later.find(
    (each) =>
      topics.includes(each.topic) && each.subject?.kind === subject?.kind && each.subject?.id === subject?.id,
  )
  return found && was !== undefined ? { ...found, data: { ...found.data, was } } : found
}

const MEETING_CHANGES = ['meetingScheduled', 'meetingChanged'] as const
const SUPERSEDED_BY: Partial<Record<EmailDocument['topic'], readonly EmailDocument['topic'][]>> = {
  eventChanged: ['eventChanged', 'eventCancelled'],
  rsvpConfirmed: ['rsvpConfirmed'],
  meetingScheduled: MEETING_CHANGES,
  meetingChanged: MEETING_CHANGES,
  // These have no subject: those of an invitation are stored under its id, and those of an account under its
  // own.
  invitation: ['invitation'],
  verification: ['verification'],
}
