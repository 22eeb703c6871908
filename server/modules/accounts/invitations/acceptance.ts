import * as m from '#shared/accounts/messages.ts'
import type { ImportedProfile, OpenedInvitation } from '#shared/accounts/invitations.ts'
import type { Chapters } from '#server/modules/chapters/module.ts'
import type { Community } from '#server/modules/community/module.ts'
import type { Operations } from '#server/modules/operations/module.ts'
import type { Actor } from '#server/modules/actor.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { conflict, notFound } from '#server/lib/failure.ts'
import { hashOfSecret } from '#server/lib/secret-links.ts'
import { createSubscribers } from '#server/lib/subscribers.ts'
import type { Reader, Store, Transaction } from '#server/store/port.ts'

import { otherAddressesOf } from './join-policy.ts'
import { type InvitationDocument, invitations } from './collection.ts'
import { accepted, assertOpen, stateOf } from './state.ts'
import type { InvitationUse } from './types.ts'
import { invitationId, partsOf } from './tokens.ts'

interface Deps {
  store: Store
  clock: Clock
  operations: Operations
  community: Community
  chapters: Chapters
}

/** Lets invited people open their invitations, use them, and ask to join with another address. */
export function createInvitationAcceptance({ store, clock, operations, community, chapters }: Deps) {
  const { audit, outbox } = operations
  const used = createSubscribers<[tx: Transaction, use: InvitationUse]>()
  const isOpen = (invitation: InvitationDocument) => stateOf(invitation, clock()) === 'open'

  /** An open invitation of this address, or one that an admin has granted to it. */
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
    /** Called in the transaction in which a person joins with an invitation. */
    onUsed: used.subscribe,

    /** Whether this address, in lower case, has an invitation with which its owner can still join. */
    isInvited: async (email: string): Promise<boolean> => (await openFor(store, email)) !== undefined,

    /**
     * Uses the invitation of a person who becomes a member, if there is one. Only one of several concurrent calls
     * gets it.
     * @param email verified, in lower case
     * @returns its sender, and the ids of the chapters that the member's document has to name; undefined without an
     * invitation
     */
    async accept(
      tx: Transaction,
      { id, email }: { id: string; email: string },
    ): Promise<{ from: 'admin' | 'friend'; chapters: string[] } | undefined> {
      const invitation = await openFor(tx, email)
      if (!invitation) return undefined
      tx.put(invitations, accepted(invitation, id, clock()))
      await audit.record({ action: 'invitation.accepted', actor: id, target: invitation.id }, tx)
      const { chapter, leads, sentBy } = invitation
      const role = leads === chapter ? 'lead' : 'member'
      const joined =
        chapter === undefined
          ? []
          : await chapters.people.place(tx, { chapter, member: id, by: sentBy, role })
      await used.emit(tx, { invitation: invitation.id, member: id })
      const isOfFriend = invitation.ofFriend && invitation.request?.consent !== 'granted'
      return { from: isOfFriend ? 'friend' : 'admin', chapters: joined }
    },

    /** Open to anyone with the link. @throws Failure 404 */
    async open(token: string): Promise<OpenedInvitation> {
      const invitation = await byToken(store, token)
      const state = stateOf(invitation, clock())
      if (state !== 'open') return { state }
      const { email, expiresAt, request } = invitation
      const otherAddresses = otherAddressesOf((await community.settings.current('joining')).value)
      return { state, email, expiresAt, otherAddresses, approval: request?.consent }
    },

    /**
     * Asks an admin to let a person with another address use the invitation. Asking twice succeeds.
     * @param person whose email is verified
     * @throws Failure 404, 409
     */
    requestApproval: (person: Pick<Actor, 'id' | 'email' | 'sessionHash'>, token: string) =>
      store.transact(async (tx): Promise<OpenedInvitation> => {
        const invitation = await byToken(tx, token)
        const { id, email, expiresAt, request } = invitation
        assertOpen(invitation, clock())
        const state = 'open'
        const own = person.email.toLowerCase()
        if (own === email) return { state, email, expiresAt }
        if (request?.memberId === person.id && request.email === own)
          return { state, email, expiresAt, approval: request.consent }
        if (request && request.consent !== 'refused')
          throw conflict('already_requested', m.invitationRequested())
        tx.put(invitations, {
          ...invitation,
          version: invitation.version + 1,
          request: { memberId: person.id, email: own, at: isoInstant(clock()), consent: 'waiting' },
        })
        outbox.notify(tx, {
          topic: 'consentRequested',
          subject: { kind: 'invitation', id },
          dedupeKey: `${id} ${invitation.version}`,
          recipients: 'admins',
          data: {},
        })
        const { id: actor, sessionHash } = person
        await audit.record({ action: 'invitation.consent_requested', actor, target: id, sessionHash }, tx)
        return { state, email, expiresAt, approval: 'waiting' }
      }),

    /** Prefilled profile fields for a member. */
    async importedProfile({ id }: Pick<Actor, 'id'>): Promise<ImportedProfile> {
      const { items } = await store.find(invitations, { where: { acceptedBy: id }, limit: 1 })
      const { industry, ...profile } = items[0]?.profile ?? {}
      // The list may have changed since.
      const isChoice = industry !== undefined && (await community.settings.industries()).has(industry)
      return { ...profile, industry: isChoice ? industry : undefined }
    },
  }
}

/** @throws Failure 404 */
export async function byToken(reader: Pick<Reader, 'find'>, linkToken: string): Promise<InvitationDocument> {
  const where = { tokenHash: hashOfSecret(partsOf(linkToken).token) }
  const [invitation] = (await reader.find(invitations, { where, limit: 1 })).items
  if (!invitation) throw notFound('invitation')
  return invitation
}
