import { SECOND } from '#shared/lib/durations.ts'
import { isNotification } from '#shared/operations/notification-topics.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { type EmailDocument, emails } from '#server/modules/notifications/emails/collection.ts'
import type { QueueEmails } from '#server/modules/notifications/emails/types.ts'
import { TOPICS } from '#server/modules/notifications/topics/topics.ts'

/** Milliseconds for which emails of topics that often change twice in a row wait. */
const CHANGE_DELAY = 90 * SECOND

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
      const { isUrgent, changesOften } = TOPICS[topic]
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
      const dueAt = isoInstant(clock() + (changesOften ? CHANGE_DELAY : 0))
      tx.create(emails, {
        ...email,
        actor,
        urgent: isUrgent,
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
  const topics = isNotification(topic) ? TOPICS[topic].supersededBy : SUPERSEDED_BY[topic]
  const found = later.find(
    (each) =>
      topics?.some((one) => one === each.topic) &&
      each.subject?.kind === subject?.kind &&
      each.subject?.id === subject?.id,
  )
  return found && was !== undefined ? { ...found, data: { ...found.data, was } } : found
}

/** These have no subject: those of an invitation are stored under its id, and those of an account under its own. */
const SUPERSEDED_BY: Partial<Record<EmailDocument['topic'], readonly EmailDocument['topic'][]>> = {
  invitation: ['invitation'],
  verification: ['verification'],
}
