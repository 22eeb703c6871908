import { isActiveAdmin, withStatus } from '#shared/people/membership.ts'
import type { Membership } from '#shared/accounts/sessions.ts'
import { defaultVisibility } from '#shared/people/profile.ts'
import type { Platform } from '#server/modules/platform.ts'
import { createSubscribers } from '#server/lib/subscribers.ts'
import type { Handovers } from '#server/modules/accounts/handovers/handovers.ts'
import type { ActivityService } from '#server/modules/accounts/activity/service.ts'
import type { InvitationService } from '#server/modules/accounts/invitations/service.ts'
import type { Community } from '#server/modules/community/module.ts'
import type { Operations } from '#server/modules/operations/module.ts'
import type { Member } from '#server/modules/people/members/types.ts'
import type { People } from '#server/modules/people/module.ts'
import type { Transaction } from '#server/store/port.ts'
import { admissionOf } from '#server/modules/accounts/invitations/join-policy.ts'

import type { AddressChange } from './types.ts'

interface Deps {
  config: Pick<Platform['config'], 'adminEmails'>
  operations: Operations
  community: Community
  people: People
  invitations: InvitationService
  activity: ActivityService
  handovers: Pick<Handovers, 'assertFree' | 'assertOwnChange'>
}

/** Decides who becomes a member, and with which status. */
export function createAdmission({
  config,
  operations,
  community,
  people,
  invitations,
  activity,
  handovers,
}: Deps) {
  const { audit, outbox } = operations
  const { members } = people
  const { settings } = community
  const emailChanged = createSubscribers<[tx: Transaction, change: AddressChange]>()

  return {
    /** Called in the transaction that changes the address of an account. */
    onEmailChanged: emailChanged.subscribe,

    isMember: async (uid: string): Promise<boolean> => (await members.find(uid)) !== undefined,

    /**
     * The membership of a user whose email is verified; the first call creates it. Emails in `ADMIN_EMAILS` become
     * active admins whatever is stored, so that no admin can lock them out. An admin's invitation admits people whom
     * the settings would refuse or delay; with a friend's, those await approval. A person who is not admitted is not a
     * member, and nothing is stored. A deleted account stays unchanged: a late sign-in must not store an email in it
     * again.
     */
    async admit(user: { uid: string; email: string }): Promise<Membership> {
      const email = user.email.toLowerCase()
      const isAdmin = config.adminEmails.has(email)
      const isCurrent = (member: Member) =>
        member.status === 'former' || (member.email === email && (!isAdmin || isActiveAdmin(member)))

      const known = await members.find(user.uid)
      if (known && isCurrent(known)) {
        if (known.status === 'active') activity.recordActive(user.uid)
        return membershipOf(known)
      }
      if (known) await handovers.assertOwnChange(known, email)
      const uninvited = { role: 'member', status: 'uninvited', onboarded: false } as const
      const status =
        known || isAdmin ? 'active' : admissionOf((await settings.current('joining')).value, email)
      if (status === 'uninvited' && !(await invitations.acceptance.isInvited(email))) return uninvited
      const { visibility } = (await settings.current('profiles')).value
      const member = await members.admit(
        user.uid,
        defaultVisibility(visibility),
        // A concurrent first call may have written it since the read above.
        async (before, tx) => {
          if (isCurrent(before)) return before
          await handovers.assertFree(tx, email)
          const isNew = before.version === 0
          const person = { id: user.uid, email }
          const invitation = isNew ? await invitations.acceptance.accept(tx, person) : undefined
          // It was revoked since it was read above.
          if (isNew && !invitation && status === 'uninvited') return before
          const awaits = isNew && invitation?.from !== 'admin' && status !== 'active'
          const admitted = {
            ...(isAdmin ? asActiveAdmin(before) : before),
            email,
            chapters: invitation?.chapters ?? before.chapters,
            ...(awaits && { status: 'pending' as const }),
          }
          await audit.record(
            {
              action: isNew ? 'member.joined' : 'member.updated_at_sign_in',
              actor: user.uid,
              target: user.uid,
              before: isNew ? undefined : snapshot(before),
              after: snapshot(admitted),
            },
            tx,
          )
          if (!isNew && before.email !== email)
            await emailChanged.emit(tx, { member: user.uid, from: before.email, to: email })
          if (awaits) {
            outbox.notify(tx, {
              topic: 'memberAwaitsApproval',
              subject: { kind: 'applicant', id: user.uid },
              dedupeKey: user.uid,
              recipients: 'admins',
              data: {},
            })
          }
          return admitted
        },
      )
      // Invitations and visits as a guest can belong to a new address, too.
      const isChanged = known?.status !== 'active' || known.email !== member.email
      if (isChanged && member.status === 'active' && member.version > 0)
        await members.membershipDecided(user.uid)
      if (member.status === 'active' && member.version > 0) activity.recordActive(user.uid)
      return member.version > 0 ? membershipOf(member) : uninvited
    },
  }
}

const asActiveAdmin = (member: Member): Member => ({ ...withStatus(member, 'active'), role: 'admin' })

const snapshot = ({ role, status }: Member) => ({ role, status })

const membershipOf = ({ role, status, onboardedAt }: Member) => ({
  role,
  status,
  onboarded: onboardedAt !== undefined,
})
