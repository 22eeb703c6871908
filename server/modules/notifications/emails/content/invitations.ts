import * as m from '#shared/notifications/messages.ts'
import { formatList } from '#shared/lib/lists.ts'
import { paths } from '#shared/lib/paths.ts'
import type { Attendance } from '#server/modules/attendance/module.ts'
import type { InvitationToSend, SentInvitation } from '#server/modules/accounts/invitations/types.ts'
import type { Clock } from '#server/lib/clock.ts'
import { fullTimes, shortTime } from '#server/modules/notifications/topics/when.ts'
import type { Transaction } from '#server/store/port.ts'
import { emails } from '#server/modules/notifications/emails/collection.ts'
import { addressedEmail } from '#server/modules/notifications/emails/explicit-recipient.ts'

import { eventPlaceOf } from './event-emails.ts'
import type { EmailContent } from './template.ts'

/** Milliseconds between two, so that thousands delay neither other emails nor the mail server. */
const PACE = 500

/** Emails to invited people, who are not members and have no preferences. Nothing is queued without a mail server. */
export function createInvitationEmails({ clock, sendsEmail }: { clock: Clock; sendsEmail: boolean }) {
  return {
    /** Called in the transaction that sends an invitation again. */
    queue(tx: Pick<Transaction, 'put'>, invitation: SentInvitation) {
      if (sendsEmail) tx.put(emails, emailOf(invitation, clock()))
    },

    /**
     * Called in the transaction that sends several: queues one after the other, after those that are queued already.
     */
    async queueAll(tx: Pick<Transaction, 'find' | 'put'>, all: readonly SentInvitation[]) {
      if (!sendsEmail || all.length === 0) return
      const { items } = await tx.find(emails, {
        // Excludes those that are tried again later.
        where: { topic: 'invitation', attempts: 0 },
        orderBy: 'dueAt',
        direction: 'desc',
        limit: 1,
      })
      const last = Date.parse(items[0]?.dueAt ?? '') + PACE
      const first = Math.max(clock(), last || 0)
      for (const [at, invitation] of all.entries()) tx.put(emails, emailOf(invitation, first + at * PACE))
    },
  }
}

const emailOf = ({ id, email, sentAt, guest }: SentInvitation, dueAt: number) =>
  addressedEmail({
    topic: 'invitation',
    member: id,
    address: email,
    at: Date.parse(sentAt),
    dueAt,
    data: guest && { guest: guest.id, language: guest.language },
  })

interface Product {
  product: string
  /** The organisation whose community it is, if the settings name one. */
  organisation?: string | undefined
  /** The event of an organiser who invited the person to it. */
  event?: InvitedTo | undefined
  /** Members whom a guest met at an event. */
  met?: Awaited<ReturnType<Attendance['guests']['ending']['peopleMet']>>
}
type InvitedTo = NonNullable<Awaited<ReturnType<Attendance['invitations']['eventOfAddress']>>>

export function invitationContent(
  { path, invitedBy: inviter = m.inviterAdmin(), isOfFriend, expiresAt, timeZone }: InvitationToSend,
  { product, organisation, event, met }: Product,
): EmailContent {
  const account = isOfFriend ? m.inviteAccountOfFriend() : m.inviteAccount()
  const community = organisation
    ? m.inviteCommunityOf({ product, organisation })
    : m.inviteCommunity({ product })
  const about = [
    ...(met ? [m.inviteMet({ event: met.event, names: formatList(met.names) })] : []),
    community,
    m.invitePersonal(),
  ]
  const zone = event?.timeZone ?? timeZone
  const until = { label: m.inviteUntil(), lines: fullTimes({ startsAt: expiresAt }, zone) }
  if (!event)
    return {
      subject: m.inviteSubject({ inviter, to: product }),
      heading: m.inviteHeading(),
      paragraphs: [m.inviteText({ inviter, product, account }), ...about],
      facts: [until],
      action: { label: m.actionAccept(), path },
    }
  const place = eventPlaceOf(event)
  return {
    subject: m.inviteSubject({ inviter, to: event.title }),
    when: shortTime(event, zone),
    heading: event.title,
    paragraphs: [m.inviteTextEvent({ inviter, product, account }), ...about],
    facts: [
      { label: m.factWhen(), lines: fullTimes(event, zone) },
      ...(place.length > 0 ? [{ label: m.factWhere(), lines: place }] : []),
      until,
    ],
    action: { label: m.actionJoin(), path: withNext(path, paths.event(event.id)) },
  }
}

/** The link to onboarding, which ends at `next`. */
const withNext = (path: string, next: string) => path.replace('#', `?${new URLSearchParams({ next })}#`)
