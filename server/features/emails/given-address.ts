import { isoInstant } from '#server/lib/clock.ts'
import { joinedId } from '#server/lib/joined-id.ts'

import type { EmailDocument } from './collection.ts'

/** Emails that go to an address of their own, not to the verified one of a member. */
const TOPICS = ['emailChanged', 'invitation'] as const
type Topic = (typeof TOPICS)[number]

interface Addressed {
  topic: Topic
  /** Of a member, or what it is about. */
  member: string
  address: string
  /** Epoch milliseconds. */
  at: number
  /** When it is sent; `at` by default. */
  dueAt?: number
  data?: Readonly<Record<string, string>>
}

/** The address is deleted once it is sent, like all data of an email. */
export const addressedEmail = ({
  topic,
  member,
  address,
  at,
  dueAt = at,
  data,
}: Addressed): EmailDocument => ({
  id: addressedEmailId(topic, member, isoInstant(at)),
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

/** @param at ISO instant */
export const addressedEmailId = (topic: Topic, member: string, at: string) => joinedId(topic, member, at)

/** Undefined for the verified address of the member. */
export const givenAddressOf = ({ topic, data }: Pick<EmailDocument, 'topic' | 'data'>) =>
  (TOPICS as readonly string[]).includes(topic) ? data['address'] : undefined
