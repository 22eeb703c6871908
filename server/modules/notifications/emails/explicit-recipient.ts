import * as m from '#shared/notifications/messages.ts'
import { isoInstant } from '#server/lib/clock.ts'
import { joinedId } from '#server/store/joined-id.ts'
import type { EmailDocument } from './collection.ts'

/** Emails to an explicit address, not to the verified one of a member. */
const TOPICS = ['emailChanged', 'guestInvitation', 'invitation', 'verification', 'signInCode'] as const
type Topic = (typeof TOPICS)[number]

/** The reason for the email, for its reader. These cannot be switched off. */
export const WHY_ADDRESSED: Readonly<Record<Topic, () => string>> = {
  emailChanged: m.footEmailChanged,
  guestInvitation: m.footGuestInvitation,
  invitation: m.footInvitation,
  verification: m.footVerification,
  signInCode: m.footSignInCode,
}

interface Addressed {
  topic: Topic
  /** Id of a member or an account, or of another subject. */
  member: string
  address: string
  /** Epoch milliseconds. */
  at: number
  /** Time at which it is sent; `at` by default. */
  dueAt?: number
  data?: Readonly<Record<string, string>>
  /** Emails of the same topic and member with the same key are the same email; by default those of one instant. */
  key?: string
}

/** The address is deleted once it is sent, like all data of an email. */
export const addressedEmail = ({
  topic,
  member,
  address,
  at,
  dueAt = at,
  data,
  key = isoInstant(at),
}: Addressed): EmailDocument => ({
  id: joinedId(topic, member, key),
  member,
  topic,
  data: { ...data, address },
  at: isoInstant(at),
  state: 'queued',
  // Sent before invitations: there may be thousands of those.
  urgent: topic !== 'invitation' || undefined,
  dueAt: isoInstant(dueAt),
  attempts: 0,
})

/** Undefined for the verified address of the member. */
export const explicitRecipientOf = ({ topic, data }: Pick<EmailDocument, 'topic' | 'data'>) =>
  (TOPICS as readonly string[]).includes(topic) ? data['address'] : undefined
