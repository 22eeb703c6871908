import { isDeepStrictEqual } from 'node:util'

import * as m from '#shared/accounts/messages.ts'
import {
  FRIENDS_PER_DAY,
  type ImportOutcome,
  INVITATION_KEPT,
  invitationHash,
} from '#shared/accounts/invitation-rules.ts'
import type { ImportAnswer, ImportBatch, Invitation } from '#shared/accounts/invitations.ts'
import { DAY } from '#shared/lib/durations.ts'
import { paths } from '#shared/lib/paths.ts'
import type { Platform } from '#server/modules/platform.ts'
import type { Chapters } from '#server/modules/chapters/module.ts'
import type { Community } from '#server/modules/community/module.ts'
import type { Operations } from '#server/modules/operations/module.ts'
import type { People } from '#server/modules/people/module.ts'
import type { Actor } from '#server/modules/actor.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { conflict, forbidden, invalidFields, notFound, stale, tooMany } from '#server/lib/failure.ts'
import { hashOfSecret } from '#server/lib/secret-links.ts'
import { createSubscribers } from '#server/lib/subscribers.ts'
import type { Mailer } from '#server/mail/port.ts'
import { deleteBefore } from '#server/store/delete-before.ts'
import type { Store, Transaction } from '#server/store/port.ts'

import { friendInvitations, type InvitationDocument, invitations } from './collection.ts'
import type { InvitationToSend, InvitedGuests, SentInvitation } from './types.ts'
import { readRow } from './rows.ts'
import { endedNow, sentNow, stateOf, viewOf } from './state.ts'
import { createMailProofs, createTokens, invitationId } from './tokens.ts'

export interface InvitationSenderDeps {
  store: Store
  clock: Clock
  newId: () => string
  config: Pick<Platform['config'], 'secret' | 'origins'>
  /** Undefined where no emails are sent. */
  mailer?: Mailer | undefined
  operations: Operations
  community: Community
  people: People
  chapters: Chapters
}

type ReadRow = ReturnType<typeof readRow>
type Row = Pick<ReadRow, 'email' | 'profile' | 'chapter'> & Pick<InvitationDocument, 'leads'>

/** Commands of admins on invitations. */
export function createInvitationSender(deps: InvitationSenderDeps) {
  const { store, clock, newId, config, mailer, operations, community, people, chapters } = deps
  const { audit } = operations
  const [origin] = config.origins
  const tokenOf = createTokens(config.secret)
  const { proofOf } = createMailProofs(config.secret)
  const sent = createSubscribers<[tx: Transaction, invitations: readonly SentInvitation[]]>()
  const sentAgain = createSubscribers<[tx: Transaction, invitation: SentInvitation]>()

  /** Whether a member other than a former one has this address, in lower case. */
  const hasMember = async (email: string) => (await people.members.idOfAddress(email)) !== undefined

  const linked = (id: string, linkKey: string) => ({
    id,
    linkKey,
    tokenHash: hashOfSecret(tokenOf({ id, linkKey })),
  })

  /** The link stays the same, unless it is invalid or the server's secret has changed. */
  function resent(before: InvitationDocument, sentBy: string) {
    const keeps = before.state === 'open' && hashOfSecret(tokenOf(before)) === before.tokenHash
    const { request: _, resentFrom: __, ofFriend: ___, verifiedFor: ____, ...rest } = before
    return {
      ...rest,
      ...(!keeps && linked(before.id, newId())),
      request: before.request?.consent === 'waiting' ? before.request : undefined,
      ...sentNow(sentBy, clock()),
      version: before.version + 1,
    }
  }

  function outcomeOf(row: ReadRow, before: InvitationDocument | undefined, isMember: boolean): ImportOutcome {
    if (!row.isValid) return 'invalid'
    if (isMember || before?.state === 'accepted') return 'member'
    if (!before) return 'invited'
    if (before.state === 'revoked') return 'revoked'
    if (stateOf(before, clock()) === 'expired') return 'invited'
    const isSame = isDeepStrictEqual(withAll(before, row), before.profile)
    return !before.ofFriend && isSame && chapterFor(before, row) === before.chapter ? 'unchanged' : 'updated'
  }

  /** @returns reads the stored invitations of these rows, and what an import does with each row */
  async function createOutcomes(read: readonly ReadRow[]) {
    const first = new Map(read.map((row, at) => [row.email, at] as const).toReversed())
    const areMembers = await Promise.all(read.map(async ({ email, isValid }) => isValid && hasMember(email)))
    const ids = read.map(({ email }) => invitationId(email))
    return async (reader: Pick<Store, 'getMany'>) => {
      const stored = await reader.getMany(invitations, ids)
      const outcomes = read.map((row, at): ImportOutcome =>
        row.isValid && first.get(row.email) !== at
          ? 'duplicate'
          : outcomeOf(row, stored[at], areMembers[at] === true),
      )
      return { stored, outcomes }
    }
  }

  function write(tx: Transaction, row: Row, before: InvitationDocument | undefined, sentBy: string) {
    const { email } = row
    if (before) {
      const profile = withAll(before, row)
      const isOpen = stateOf(before, clock()) === 'open'
      // An admin's invitation replaces that of a friend.
      const { ofFriend, ...rest } = before
      const admins = { ...rest, sentBy: ofFriend ? sentBy : before.sentBy, version: before.version + 1 }
      const after = isOpen ? admins : resent(before, sentBy)
      tx.put(invitations, {
        ...after,
        profile,
        chapter: chapterFor(before, row),
        // An appointment ends with the invitation, unless that very invitation is resent.
        leads: row.leads ?? (isOpen ? before.leads : undefined),
      })
      return after
    }
    const { profile, chapter, leads } = row
    const created = { ...firstSent(email, sentBy), profile, chapter, leads }
    tx.create(invitations, created)
    return created
  }

  const firstSent = (email: string, sentBy: string) => ({
    ...linked(invitationId(email), newId()),
    version: 1,
    email,
    profile: {},
    ...sentNow(sentBy, clock()),
  })

  /** Invites an address as a friend of this member, unless it has an invitation that has not expired. */
  async function sendToFriend(
    tx: Transaction,
    email: string,
    sentBy: string,
    ofGuest?: Pick<InvitationDocument, 'expiresAt' | 'deleteAt' | 'guest'>,
  ) {
    const known = await tx.get(invitations, invitationId(email))
    if (known && stateOf(known, clock()) !== 'expired') return
    const sentOnce = known ? resent(known, sentBy) : firstSent(email, sentBy)
    // An admin chose the chapter for the invitation that has ended.
    const ofAdmin = { chapter: undefined, leads: undefined }
    const invitation = { ...sentOnce, ...ofAdmin, ofFriend: true as const, ...ofGuest }
    tx.put(invitations, invitation)
    await sentAgain.emit(tx, invitation)
  }

  /** Changes an invitation of this `version`. A change that returns its input writes nothing. */
  const change = (
    id: string,
    version: number,
    update: (before: InvitationDocument, tx: Transaction) => Promise<InvitationDocument>,
  ): Promise<Invitation> =>
    store.transact(async (tx) => {
      const before = await tx.get(invitations, id)
      if (!before) throw notFound('invitation')
      const after = await update(before, tx)
      if (after === before) return viewOf(before, clock())
      if (before.version !== version) throw stale('invitation')
      tx.put(invitations, after)
      return viewOf(after, clock())
    })

  const pathOf = (invitation: InvitationDocument) =>
    `${paths.onboarding}${invitationHash(tokenOf(invitation))}`

  /** Undefined if the link can no longer be calculated, because the server's secret has changed. */
  const urlOf = (invitation: InvitationDocument) =>
    hashOfSecret(tokenOf(invitation)) === invitation.tokenHash ? `${origin}${pathOf(invitation)}` : undefined

  return {
    urlOf,

    /** Called in the transaction that invites people. */
    onSent: sent.subscribe,

    /** Called in the transaction that resends an invitation. */
    onSentAgain: sentAgain.subscribe,

    /** Content of the email; undefined if it is obsolete. @param sentAt ISO instant */
    async toSend(id: string, sentAt: string): Promise<InvitationToSend | undefined> {
      const invitation = await store.get(invitations, id)
      if (!invitation || invitation.sentAt !== sentAt || stateOf(invitation, clock()) !== 'open')
        return undefined
      if (!urlOf(invitation) || (await hasMember(invitation.email))) return undefined
      const { profile, sentBy, expiresAt, ofFriend } = invitation
      return {
        path: `${pathOf(invitation)}.${proofOf(invitation)}`,
        displayName: profile.displayName ?? '',
        invitedBy: await people.members.nameOf(sentBy),
        isOfFriend: ofFriend === true,
        expiresAt,
        timeZone: (await people.members.timeZonesOf([sentBy])).get(sentBy) ?? 'UTC',
      }
    },

    /**
     * Invites the people of these rows, in one transaction. Repeating it changes nothing: an address has one
     * invitation, and invited people keep their link.
     */
    async importRows(
      { id: actor, sessionHash }: Actor,
      { rows, preview }: ImportBatch,
    ): Promise<ImportAnswer> {
      const industries = await community.settings.industries()
      const chapterOf = rows.some(({ chapter }) => chapter) ? await chapters.chapters.named() : undefined
      const read = rows.map((row) => readRow(row, industries, chapterOf))
      const outcomesFrom = await createOutcomes(read)
      const answer = (outcomes: readonly ImportOutcome[]): ImportAnswer => ({
        items: read.map(({ email, problems }, at) => ({ email, problems, outcome: outcomes[at]! })),
        sendsEmail: mailer !== undefined,
      })
      if (preview) return answer((await outcomesFrom(store)).outcomes)
      return store.transact(async (tx) => {
        const { stored, outcomes } = await outcomesFrom(tx)
        const writeEach = (wanted: ImportOutcome) =>
          read.flatMap((row, at) => (outcomes[at] === wanted ? [write(tx, row, stored[at], actor)] : []))
        const [invited, updated] = [writeEach('invited'), writeEach('updated')]
        await sent.emit(tx, invited)
        const after = { invited: invited.length, updated: updated.length }
        if (after.invited + after.updated > 0)
          await audit.record({ action: 'invitations.sent', actor, after, sessionHash }, tx)
        return answer(outcomes)
      })
    },

    /** Invites someone to lead a chapter. Repeating it changes nothing. */
    async inviteLead(
      tx: Transaction,
      { id: actor, sessionHash }: Actor,
      { email, chapter }: Record<'email' | 'chapter', string>,
    ) {
      const before = await tx.get(invitations, invitationId(email))
      const isOpen = before !== undefined && stateOf(before, clock()) === 'open'
      if (isOpen && before.leads === chapter) return
      const invitation = write(tx, { email, profile: {}, chapter, leads: chapter }, before, actor)
      if (!isOpen) await sent.emit(tx, [invitation])
      const after = { invited: isOpen ? 0 : 1, updated: isOpen ? 1 : 0 }
      await audit.record({ action: 'invitations.sent', actor, after, sessionHash }, tx)
    },

    /**
     * Invites a friend of a member. Whether the address belongs to a member, was invited before or withdrawn does not
     * show: the answer is the same, and counts the same. Repeating it changes nothing.
     * @throws Failure 400, 403 where admins have switched it off, 429
     */
    async inviteFriend({ id: actor, sessionHash }: Actor, given: string): Promise<void> {
      if (!(await community.publicSettings()).page.friends)
        throw forbidden('friends_not_invited', m.invitationNoFriends())
      const { email, isValid, problems } = readRow({ email: given }, new Set())
      if (!isValid) throw invalidFields({ email: problems[0]!.message })
      const isMember = await hasMember(email)
      const id = invitationId(email)
      await store.transact(async (tx) => {
        const now = clock()
        const before = await tx.get(friendInvitations, actor)
        const recent = before?.recent.filter(({ at }) => Date.parse(at) > now - DAY) ?? []
        if (recent.some(({ invitation }) => invitation === id)) return
        if (recent.length >= FRIENDS_PER_DAY) {
          const wait = Date.parse(recent[0]!.at) + DAY - now
          throw tooMany(wait, m.inviteTooMany({ count: FRIENDS_PER_DAY }))
        }
        tx.put(friendInvitations, { id: actor, recent: [...recent, { invitation: id, at: isoInstant(now) }] })
        await audit.record({ action: 'invitation.friend_invited', actor, target: id, sessionHash }, tx)
        if (!isMember) await sendToFriend(tx, email, actor)
      })
    },

    /**
     * Invites people to the community as their friend would, until a time, on behalf of an organiser whose event they
     * are invited to. Whether an address belongs to a member does not show.
     * @param also further writes in the same transaction, about the invitation id of each address
     * @returns ids of invitations by address, without invalid ones; none where members cannot invite people
     */
    async inviteGuests(
      { id: actor, sessionHash }: Actor,
      { emails, expiresAt, guest }: InvitedGuests,
      also: (tx: Transaction, invitations: ReadonlyMap<string, string>) => Promise<void>,
    ): Promise<ReadonlyMap<string, string>> {
      if (!(await community.publicSettings()).page.friends) return new Map()
      const valid = emails.map((email) => readRow({ email }, new Set())).filter(({ isValid }) => isValid)
      const ids = new Map(valid.map(({ email }) => [email, invitationId(email)]))
      const newcomers = await Promise.all(
        valid.map(async ({ email }) => ((await hasMember(email)) ? [] : [email])),
      )
      const deleteAt = isoInstant(Date.parse(expiresAt) + INVITATION_KEPT)
      const ofGuest = { expiresAt, deleteAt, ...(guest && { guest }) }
      await store.transact(async (tx) => {
        for (const email of newcomers.flat()) await sendToFriend(tx, email, actor, ofGuest)
        await also(tx, ids)
        if (ids.size > 0)
          await audit.record(
            { action: 'invitation.guests_invited', actor, after: { addresses: ids.size }, sessionHash },
            tx,
          )
      })
      return ids
    },

    /** Whether a member has ever invited a friend. */
    hasInvitedFriend: async (memberId: string) =>
      (await store.get(friendInvitations, memberId)) !== undefined,

    /** Gives the link another 14 days. A revoked invitation gets a new link. @throws Failure 409 once accepted, 412 */
    resend: ({ id: actor, sessionHash }: Actor, id: string, version: number) =>
      change(id, version, async (before, tx) => {
        if (before.resentFrom === version) return before
        assertNotAccepted(before)
        if (before.version === version)
          await audit.record({ action: 'invitation.resent', actor, target: id, sessionHash }, tx)
        const after = { ...resent(before, actor), resentFrom: version }
        // Otherwise the change is refused.
        if (before.version === version) await sentAgain.emit(tx, after)
        return after
      }),

    /** From then on the link opens nothing. Revoking twice succeeds. @throws Failure 409 once accepted, 412 */
    revoke: ({ id: actor, sessionHash }: Actor, id: string, version: number) =>
      change(id, version, async (before, tx) => {
        if (before.state === 'revoked') return before
        assertNotAccepted(before)
        await audit.record({ action: 'invitation.revoked', actor, target: id, sessionHash }, tx)
        const { request: _, ...rest } = before
        return { ...rest, state: 'revoked', ...endedNow(clock()), version: before.version + 1 }
      }),

    /** @throws Failure 409 unless the invitation is open */
    async link({ id: actor, sessionHash }: Actor, id: string): Promise<{ url: string }> {
      const invitation = await store.get(invitations, id)
      if (!invitation) throw notFound('invitation')
      const url = stateOf(invitation, clock()) === 'open' ? urlOf(invitation) : undefined
      if (!url) throw conflict('no_link', m.invitationNoLink())
      await audit.record({ action: 'invitation.link_copied', actor, target: id, sessionHash })
      return { url }
    },

    /** Deletes invitations that ended some time ago. */
    deleteExpired: () => deleteBefore(store, invitations, 'deleteAt', isoInstant(clock())),
  }
}

/** Fields that a later import leaves empty are kept. */
const chapterFor = (before: InvitationDocument, { chapter = before.chapter }: Row) => chapter
const withAll = (before: InvitationDocument, { profile }: Row) => ({ ...before.profile, ...profile })

function assertNotAccepted({ state }: InvitationDocument) {
  if (state === 'accepted') throw conflict('invitation_accepted', m.invitationJoined())
}
