import type { ImportedProfile, OpenedInvitation } from '#shared/invitations.ts'
import type { RecordAudit } from '#server/features/audit/types.ts'
import type { Actor } from '#server/features/session/types.ts'
import type { Notify } from '#server/features/notifications/types.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { conflict, notFound } from '#server/lib/failure.ts'
import type { Reader, Store, Transaction } from '#server/store/port.ts'

import { type InvitationDocument, invitations } from './collection.ts'
import { accepted, assertOpen, stateOf } from './state.ts'
import { hashOfToken, invitationId } from './tokens.ts'

interface Deps {
  store: Store
  clock: Clock
  audit: RecordAudit
  notify: Notify
  /** That members can choose. */
  industries: () => Promise<ReadonlySet<string>>
}

/** What invited people do with their invitations, and what lets them in. */
export function createJoining({ store, clock, audit, notify, industries }: Deps) {
  const isOpen = (invitation: InvitationDocument) => stateOf(invitation, clock()) === 'open'

  /** Of this address, or granted to it by an admin. */
  async function openFor(
    reader: Pick<Reader, 'get' | 'find'>,
    email: string,
  ): Promise<InvitationDocument | undefined> {
    const own = await reader.get(invitations, invitationId(email))
    if (own && isOpen(own)) return own
    const where = { 'request.email': email, 'request.consent': 'granted' }
    return (await reader.find(invitations, { where, limit: 10 })).items.find(isOpen)
  }

  return {
    /** Whether this address, in lower case, has an invitation that still lets someone in. */
    isInvited: async (email: string): Promise<boolean> => (await openFor(store, email)) !== undefined,

    /**
     * Uses the invitation of someone who becomes a member, if there is one. Of several at once, one gets it.
     * @param email verified, in lower case
     */
    async accept(tx: Transaction, { id, email }: { id: string; email: string }): Promise<boolean> {
      const invitation = await openFor(tx, email)
      if (!invitation) return false
      tx.put(invitations, accepted(invitation, id, clock()))
      await audit({ action: 'invitation.accepted', actor: id, target: invitation.id }, tx)
      return true
    },

    /** For anyone with the link. @throws Failure 404 */
    async open(token: string): Promise<OpenedInvitation> {
      const invitation = await byToken(store, token)
      const state = stateOf(invitation, clock())
      if (state !== 'open') return { state }
      const { email, expiresAt, request } = invitation
      return { state, email, expiresAt, ...(request && { consent: request.consent }) }
    },

    /**
     * Asks an admin to let someone with another address use the invitation. Asking twice succeeds.
     * @param person whose email is verified
     * @throws Failure 404, 409
     */
    requestConsent: (person: Pick<Actor, 'id' | 'email' | 'sessionHash'>, token: string) =>
      store.transact(async (tx): Promise<OpenedInvitation> => {
        const invitation = await byToken(tx, token)
        const { id, email, expiresAt, request } = invitation
        assertOpen(invitation, clock())
        const state = 'open'
        const own = person.email.toLowerCase()
        if (own === email) return { state, email, expiresAt }
        if (request?.memberId === person.id && request.email === own)
          return { state, email, expiresAt, consent: request.consent }
        if (request && request.consent !== 'refused')
          throw conflict('already_requested', 'Someone has already asked to use this invitation.')
        tx.put(invitations, {
          ...invitation,
          version: invitation.version + 1,
          request: { memberId: person.id, email: own, at: isoInstant(clock()), consent: 'waiting' },
        })
        notify(tx, {
          topic: 'consentRequested',
          subject: { kind: 'invitation', id },
          occurrence: `${id} ${invitation.version}`,
          recipients: 'admins',
          data: {},
        })
        const { id: actor, sessionHash } = person
        await audit({ action: 'invitation.consent_requested', actor, target: id, sessionHash }, tx)
        return { state, email, expiresAt, consent: 'waiting' }
      }),

    /** Profile fields that wait for a member. */
    async importedProfile({ id }: Pick<Actor, 'id'>): Promise<ImportedProfile> {
      const { items } = await store.find(invitations, { where: { acceptedBy: id }, limit: 1 })
      const { industry, ...profile } = items[0]?.profile ?? {}
      // The list may have changed since.
      const isChoice = industry !== undefined && (await industries()).has(industry)
      return { ...profile, ...(isChoice && { industry }) }
    },
  }
}

async function byToken(reader: Pick<Reader, 'find'>, token: string): Promise<InvitationDocument> {
  const where = { tokenHash: hashOfToken(token) }
  const [invitation] = (await reader.find(invitations, { where, limit: 1 })).items
  if (!invitation) throw notFound('invitation')
  return invitation
}
