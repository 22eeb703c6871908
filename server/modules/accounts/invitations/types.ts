import type { InvitationDocument } from './collection.ts'

export type SentInvitation = Pick<InvitationDocument, 'id' | 'email' | 'sentAt' | 'guest'>

/** Addresses that are invited on behalf of an organiser. */
export interface InvitedGuests extends Pick<SentInvitation, 'guest'> {
  /** At most 100. */
  emails: readonly string[]
  /** ISO instant. */
  expiresAt: string
}

/** Content of an invitation's email, at the time of sending. */
export interface InvitationToSend {
  /** Includes the token, which is in no stored document. */
  path: string
  displayName: string
  /** Undefined for a person who is no longer a member. */
  invitedBy: string | undefined
  /** Whether a member invited a friend, who may need approval. */
  isOfFriend: boolean
  /** ISO instant. */
  expiresAt: string
  /** The inviter's, for an invitation without an event: the zone of the invited person is unknown. */
  timeZone: string
}

/** A person who joined with an invitation. Ids. */
export interface InvitationUse {
  invitation: string
  member: string
}
