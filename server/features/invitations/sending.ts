import { isDeepStrictEqual } from 'node:util'

import { type ImportOutcome, invitationHash } from '#shared/invitation-rules.ts'
import type { ImportAnswer, ImportBatch, Invitation } from '#shared/invitations.ts'
import { paths } from '#shared/paths.ts'
import type { RecordAudit } from '#server/features/audit/types.ts'
import type { Actor } from '#server/features/session/types.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { conflict, notFound, stale } from '#server/lib/failure.ts'
import type { Store, Transaction } from '#server/store/port.ts'

import { type InvitationDocument, invitations } from './collection.ts'
import type { InvitationEmails, InvitationToSend } from './types.ts'
import { readRow } from './rows.ts'
import { endedNow, sentNow, stateOf, viewOf } from './state.ts'
import { createTokens, hashOfToken, invitationId } from './tokens.ts'

export interface SendingDeps {
  store: Store
  clock: Clock
  newId: () => string
  audit: RecordAudit
  /** Of the server, at least 32 characters. */
  secret: string
  origin: string
  emails: InvitationEmails
  /** Name of the member; undefined after the account was deleted. */
  nameOf: (memberId: string) => Promise<string | undefined>
  /** That members can choose. */
  industries: () => Promise<ReadonlySet<string>>
  /** Whether someone who is no former member has this address, in lower case. */
  hasMember: (email: string) => Promise<boolean>
}

type Row = ReturnType<typeof readRow>

/** What admins do with invitations. */
export function createSending(deps: SendingDeps) {
  const { store, clock, newId, audit, secret, origin, emails, nameOf, hasMember } = deps
  const tokenOf = createTokens(secret)

  const linked = (id: string, linkKey: string) => ({
    id,
    linkKey,
    tokenHash: hashOfToken(tokenOf({ id, linkKey })),
  })

  /** The link stays the same, unless it must not work any more or the server's secret has changed. */
  function resent(before: InvitationDocument, sentBy: string) {
    const keeps = before.state === 'open' && hashOfToken(tokenOf(before)) === before.tokenHash
    const { request: _, resentFrom: __, ...rest } = before
    return {
      ...rest,
      ...(!keeps && linked(before.id, newId())),
      ...(before.request?.consent === 'waiting' && { request: before.request }),
      ...sentNow(sentBy, clock()),
      version: before.version + 1,
    }
  }

  function outcomeOf(row: Row, before: InvitationDocument | undefined, isMember: boolean): ImportOutcome {
    if (!row.isValid) return 'invalid'
    if (isMember || before?.state === 'accepted') return 'member'
    if (!before) return 'invited'
    if (before.state === 'revoked') return 'revoked'
    if (stateOf(before, clock()) === 'expired') return 'invited'
    return isDeepStrictEqual(withAll(before, row), before.profile) ? 'unchanged' : 'updated'
  }

  function write(tx: Transaction, row: Row, before: InvitationDocument | undefined, sentBy: string) {
    const { email } = row
    if (before) {
      const profile = withAll(before, row)
      const isExpired = stateOf(before, clock()) === 'expired'
      const after = isExpired ? resent(before, sentBy) : { ...before, version: before.version + 1 }
      tx.put(invitations, { ...after, profile })
      return after
    }
    const link = linked(invitationId(email), newId())
    const created = { ...link, version: 1, email, profile: row.profile, ...sentNow(sentBy, clock()) }
    tx.create(invitations, created)
    return created
  }

  /** Changes an invitation that is based on `version`. A change that returns what it was given writes nothing. */
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

  /** Undefined where the link cannot be calculated any more: the server's secret has changed since. */
  const urlOf = (invitation: InvitationDocument) =>
    hashOfToken(tokenOf(invitation)) === invitation.tokenHash ? `${origin}${pathOf(invitation)}` : undefined

  return {
    urlOf,

    /** What the email of a sending says; undefined where it no longer matters. @param sentAt ISO instant */
    async toSend(id: string, sentAt: string): Promise<InvitationToSend | undefined> {
      const invitation = await store.get(invitations, id)
      if (!invitation || invitation.sentAt !== sentAt || stateOf(invitation, clock()) !== 'open')
        return undefined
      if (!urlOf(invitation) || (await hasMember(invitation.email))) return undefined
      const { profile, sentBy, expiresAt } = invitation
      return {
        path: pathOf(invitation),
        displayName: profile.displayName ?? '',
        invitedBy: await nameOf(sentBy),
        expiresAt,
      }
    },

    /**
     * Invites the people of these rows, in one transaction. Repeated, it changes nothing: an address has one
     * invitation, and who was invited keeps the link.
     */
    async importRows(
      { id: actor, sessionHash }: Actor,
      { rows, preview }: ImportBatch,
    ): Promise<ImportAnswer> {
      const industries = await deps.industries()
      const read = rows.map((row) => readRow(row, industries))
      const first = new Map(read.map((row, at) => [row.email, at] as const).toReversed())
      const isFirst = (row: Row, at: number) => !row.isValid || first.get(row.email) === at
      const areMembers = await Promise.all(
        read.map(async ({ email, isValid }) => isValid && hasMember(email)),
      )
      const ids = read.map(({ email }) => invitationId(email))

      const outcomesFrom = async (reader: Pick<Store, 'getMany'>) => {
        const stored = await reader.getMany(invitations, ids)
        const outcomes = read.map((row, at) =>
          isFirst(row, at) ? outcomeOf(row, stored[at], areMembers[at] === true) : 'duplicate',
        )
        return { stored, outcomes }
      }

      const answer = (outcomes: readonly ImportOutcome[]): ImportAnswer => ({
        items: read.map(({ email, problems }, at) => ({
          email,
          problems,
          outcome: outcomes[at] ?? 'invalid',
        })),
        sendsEmail: emails.sendsEmail,
      })

      if (preview) return answer((await outcomesFrom(store)).outcomes)
      return store.transact(async (tx) => {
        const { stored, outcomes } = await outcomesFrom(tx)
        const invited = outcomes.filter((outcome) => outcome === 'invited').length
        const updated = outcomes.filter((outcome) => outcome === 'updated').length
        const sent: InvitationDocument[] = []
        for (const [at, row] of read.entries()) {
          if (outcomes[at] !== 'invited' && outcomes[at] !== 'updated') continue
          const written = write(tx, row, stored[at], actor)
          if (outcomes[at] === 'invited') sent.push(written)
        }
        await emails.queueAll(tx, sent)
        if (invited + updated > 0)
          await audit({ action: 'invitations.sent', actor, after: { invited, updated }, sessionHash }, tx)
        return answer(outcomes)
      })
    },

    /** Gives the link another 14 days. A revoked invitation gets a new link. @throws Failure 409 once accepted, 412 */
    resend: ({ id: actor, sessionHash }: Actor, id: string, version: number) =>
      change(id, version, async (before, tx) => {
        if (before.resentFrom === version) return before
        assertNotAccepted(before)
        if (before.version === version)
          await audit({ action: 'invitation.resent', actor, target: id, sessionHash }, tx)
        const after = { ...resent(before, actor), resentFrom: version }
        // Otherwise the change is refused.
        if (before.version === version) emails.queue(tx, after)
        return after
      }),

    /** From then on the link opens nothing. Revoking twice succeeds. @throws Failure 409 once accepted, 412 */
    revoke: ({ id: actor, sessionHash }: Actor, id: string, version: number) =>
      change(id, version, async (before, tx) => {
        if (before.state === 'revoked') return before
        assertNotAccepted(before)
        await audit({ action: 'invitation.revoked', actor, target: id, sessionHash }, tx)
        const { request: _, ...rest } = before
        return { ...rest, state: 'revoked', ...endedNow(clock()), version: before.version + 1 }
      }),

    /** @throws Failure 409 unless the invitation is open */
    async link({ id: actor, sessionHash }: Actor, id: string): Promise<{ url: string }> {
      const invitation = await store.get(invitations, id)
      if (!invitation) throw notFound('invitation')
      const url = stateOf(invitation, clock()) === 'open' ? urlOf(invitation) : undefined
      if (!url) throw conflict('no_link', 'This link no longer works. Send the invitation again.')
      await audit({ action: 'invitation.link_copied', actor, target: id, sessionHash })
      return { url }
    },

    /** Deletes those that ended a while ago. */
    async deleteExpired(): Promise<void> {
      const range = { lte: isoInstant(clock()) }
      const { items } = await store.find(invitations, { orderBy: 'deleteAt', range, limit: 500 })
      if (items.length === 0) return
      await store.transact(async (tx) => {
        const current = await tx.getMany(
          invitations,
          items.map(({ id }) => id),
        )
        for (const document of current)
          if (document && document.deleteAt <= range.lte) tx.delete(invitations, document.id)
      })
    },
  }
}

/** Fields that a later import leaves empty stay. */
const withAll = (before: InvitationDocument, { profile }: Row) => ({ ...before.profile, ...profile })

function assertNotAccepted({ state }: InvitationDocument) {
  if (state === 'accepted') throw conflict('invitation_accepted', 'This person has already joined.')
}
