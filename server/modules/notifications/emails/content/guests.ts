import * as m from '#shared/notifications/messages.ts'
import type { EventGuest, GuestMail } from '#server/modules/attendance/types.ts'
import type { Clock } from '#server/lib/clock.ts'
import { emails } from '#server/modules/notifications/emails/collection.ts'
import { addressedEmail } from '#server/modules/notifications/emails/explicit-recipient.ts'
import { EVENT_TOPICS } from '#server/modules/notifications/topics/events.ts'
import type { GuestTopic } from '#server/modules/notifications/topics/guests.ts'
import { fullTimes, shortTime } from '#server/modules/notifications/topics/when.ts'
import type { Transaction } from '#server/store/port.ts'

import { eventPlaceOf } from './event-emails.ts'
import type { Cause, SubjectDeps } from './subjects.ts'
import type { EmailContent } from './template.ts'

/** Called in the transaction that stores a booking. */
export const createGuestInvitations =
  ({ clock, sendsEmail }: { clock: Clock; sendsEmail: boolean }) =>
  (tx: Pick<Transaction, 'put'>, { id, email, language }: EventGuest) => {
    if (!sendsEmail) return
    const data = { language }
    tx.put(
      emails,
      addressedEmail({ topic: 'guestInvitation', member: id, address: email, at: clock(), data }),
    )
  }

const factsOf = (event: GuestMail['event'], claimBy?: string) => {
  const place = eventPlaceOf(event)
  return [
    { label: m.factWhen(), lines: fullTimes(event, event.timeZone) },
    ...(place.length > 0 ? [{ label: m.factWhere(), lines: place }] : []),
    ...(claimBy ? [{ label: m.factClaimBy(), lines: fullTimes({ startsAt: claimBy }, event.timeZone) }] : []),
  ]
}

/** The email with the link, on which nothing happens before its owner clicks there. */
export function guestInvitationContent(
  { invitedBy: inviter, event, mine, path, isMember }: GuestMail,
  product: string,
): EmailContent {
  const about = { when: shortTime(event, event.timeZone), heading: event.title, facts: factsOf(event) }
  const { title } = event
  const subject = inviter ? m.inviteSubject({ inviter, to: title }) : m.guestConfirmSubject({ title })
  const invited = inviter ? m.guestInvited({ inviter, product }) : m.guestConfirmText({ product })
  if (isMember)
    return {
      ...about,
      subject,
      paragraphs: [invited, m.guestHasAccount({ product })],
      action: { label: m.actionEvent(), path },
    }
  if (mine)
    return {
      ...about,
      subject: m.guestLinkSubject({ title }),
      paragraphs: [m.guestLinkText(), m.invitePersonal()],
      action: { label: m.actionGuestPage(), path },
    }
  return {
    ...about,
    subject,
    paragraphs: [invited, m.guestNoAccount(), m.invitePersonal()],
    action: { label: inviter ? m.actionGuestAnswer() : m.actionGuestConfirm(), path },
  }
}

/** Undefined when it is obsolete. */
export async function guestEmail(
  { topic, data, at }: Cause & { topic: GuestTopic },
  { event, mine, path }: GuestMail,
  { deps, sentence, now }: { deps: SubjectDeps; sentence: string; now: number },
): Promise<EmailContent | undefined> {
  const { matters, subject, claimBy, hasCalendar, paragraphs } = EVENT_TOPICS[topic]
  const situated = { ...event, mine }
  if (!matters({ event: situated, now, at: Date.parse(at), data })) return undefined
  const announced =
    topic === 'announcement' ? await deps.conversation.messages.textForGuests(data['announcement'] ?? '') : ''
  if (announced === undefined) return undefined
  const file = hasCalendar && (await deps.calendar.guestFile(event.id, mine?.state === 'going'))
  const { title, reason = '' } = event
  return {
    subject: subject({ title }),
    when: shortTime(event, event.timeZone),
    heading: title,
    paragraphs: paragraphs?.({ sentence, reason }) ?? (announced || sentence).split(/\n{2,}/),
    facts: factsOf(event, claimBy?.(situated)),
    action: { label: topic === 'seatOffered' ? m.actionClaim() : m.actionGuestPage(), path },
    calendar: file?.text,
  }
}
