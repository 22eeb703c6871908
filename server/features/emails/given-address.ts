import { isoInstant } from '#server/lib/clock.ts'
import { joinedId } from '#server/lib/joined-id.ts'

import type { EmailDocument } from './collection.ts'

/** Emails that go to an address of their own, not to the verified one of a member. */
const TOPICS = ['emailChanged', 'invitation', 'verification'] as const
type Topic = (typeof TOPICS)[number]

/** Why the reader gets one. Nobody can switch them off. */
export const WHY_ADDRESSED: Readonly<Record<Topic, string>> = {
  emailChanged: 'You get this because it was the address of your account.',
  invitation:
    'You get this because someone entered your address to invite you. If you don’t want to join, ignore it.',
  verification: 'You get this because an account was created with this address. If it wasn’t you, ignore it.',
}

interface Addressed {
  topic: Topic
  /** Of a member or an account, or what it is about. */
  member: string
  address: string
  /** Epoch milliseconds. */
  at: number
  /** When it is sent; `at` by default. */
  dueAt?: number
  data?: Readonly<Record<string, string>>
  /** An email of the same topic and member with the same key is the same email; by default those of one instant. */
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
  id: addressedEmailId(topic, member, key),
  member,
  topic,
  data: { ...data, address },
  at: isoInstant(at),
  state: 'queued',
  // Sent before invitations, of which there may be thousands.
  ...(topic !== 'invitation' && { urgent: true }),
  dueAt: isoInstant(dueAt),
  attempts: 0,
})

/** @param key ISO instant, unless it was given another */
export const addressedEmailId = (topic: Topic, member: string, key: string) => joinedId(topic, member, key)

/** Undefined for the verified address of the member. */
export const givenAddressOf = ({ topic, data }: Pick<EmailDocument, 'topic' | 'data'>) =>
  (TOPICS as readonly string[]).includes(topic) ? data['address'] : undefined
