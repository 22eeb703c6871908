import { can } from '#shared/roles.ts'
import { DEFAULT_VISIBILITY } from '#shared/profile.ts'
import type { Notify } from '#server/features/notifications/types.ts'
import type { RecordAudit } from '#server/features/audit/types.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import type { Membership } from '#shared/session.ts'
import type { Store, Transaction } from '#server/store/port.ts'

import { type MemberDocument, members } from './collection.ts'
import type { MemberWriter } from './writer.ts'

interface Deps {
  store: Store
  clock: Clock
  audit: RecordAudit
  notify: Notify
  adminEmails: ReadonlySet<string>
  /** What becomes of someone who is no member yet, and not invited. */
  admissionOf: (email: string) => Promise<'active' | 'pending' | 'uninvited'>
  /** Whether the address has an invitation, which lets everyone in; and uses it for a new member. */
  invitations: {
    isInvited: (email: string) => Promise<boolean>
    accept: (tx: Transaction, person: { id: string; email: string }) => Promise<boolean>
  }
  visibilityOfNewcomers: () => Promise<MemberDocument['visibility']>
  /** In the transaction in which the account gets another address. */
  emailChanged: (tx: Transaction, change: { member: string; from: string; to: string }) => void
  write: MemberWriter['write']
  /** Called after someone became active again. Never rejects. */
  membershipChanged: (id: string) => Promise<void>
}

/** Who becomes a member, and as what. */
export function createAdmission(deps: Deps) {
  const { store, clock, audit, notify, adminEmails, admissionOf, invitations, emailChanged, write } = deps
  return {
    /**
     * The membership of a user whose email is verified; the first call creates it. Emails in `ADMIN_EMAILS` become
     * active admins whatever is stored, so that no admin can lock them out. An invitation lets in whomever the settings
     * would not, or not yet. Someone who is not let in is no member, and nothing is stored. A deleted account stays as it
     * is: a late sign-in must not store an email in it again.
     */
    async admit(user: { uid: string; email: string }): Promise<Membership> {
      const email = user.email.toLowerCase()
      const isAdmin = adminEmails.has(email)
      const isCurrent = (member: MemberDocument) =>
        member.status === 'former' || (member.email === email && (!isAdmin || isActiveAdmin(member)))

      const known = await store.get(members, user.uid)
      if (known && isCurrent(known)) return membershipOf(known)
      const uninvited = { role: 'member', status: 'uninvited', onboarded: false } as const
      const status = known || isAdmin ? 'active' : await admissionOf(email)
      if (status === 'uninvited' && !(await invitations.isInvited(email))) return uninvited
      const visibility = await deps.visibilityOfNewcomers()
      const member = await write(
        user.uid,
        // A concurrent first call may have written it since the read above.
        async (before, tx) => {
          if (isCurrent(before)) return before
          const isNew = before.version === 0
          const isInvited = isNew && (await invitations.accept(tx, { id: user.uid, email }))
          // Revoked since it was read above.
          if (isNew && !isInvited && status === 'uninvited') return before
          const awaits = isNew && !isInvited && status === 'pending'
          const admitted = { ...(isAdmin ? asActiveAdmin(before) : before), email, ...(awaits && { status }) }
          await audit(
            {
              action: isNew ? 'member.joined' : 'member.updated_at_sign_in',
              actor: user.uid,
              target: user.uid,
              ...(!isNew && { before: snapshot(before) }),
              after: snapshot(admitted),
            },
            tx,
          )
          if (!isNew && before.email !== email)
            emailChanged(tx, { member: user.uid, from: before.email, to: email })
          if (awaits) {
            notify(tx, {
              topic: 'memberAwaitsApproval',
              subject: { kind: 'applicant', id: user.uid },
              occurrence: user.uid,
              recipients: 'admins',
              data: {},
            })
          }
          return admitted
        },
        () => ({ ...newcomer(user.uid, isoInstant(clock())), visibility }),
      )
      if (known && known.status !== 'active' && member.status === 'active')
        await deps.membershipChanged(user.uid)
      return member.version > 0 ? membershipOf(member) : uninvited
    },
  }
}

const isActiveAdmin = ({ role, status }: MemberDocument) => can(role, 'administer') && status === 'active'

function asActiveAdmin(member: MemberDocument): MemberDocument {
  const { statusReason: _, suspendedUntil: __, ...rest } = member
  return { ...rest, role: 'admin', status: 'active' }
}

const snapshot = ({ role, status }: MemberDocument) => ({ role, status })

const membershipOf = ({ role, status, onboardedAt }: MemberDocument) => ({
  role,
  status,
  onboarded: onboardedAt !== undefined,
})

/** A member who has not filled in anything yet. */
export const newcomer = (id: string, joinedAt: string): MemberDocument => ({
  id,
  version: 0,
  changedAt: joinedAt,
  email: '',
  role: 'member',
  status: 'active',
  joinedAt,
  photo: '',
  displayName: '',
  headline: '',
  company: '',
  industry: '',
  address: {},
  bio: '',
  goals: '',
  asks: [],
  offers: [],
  keywords: [],
  links: [],
  phone: '',
  timeZone: 'UTC',
  visibility: DEFAULT_VISIBILITY,
  directoryHidden: false,
  searchEngines: false,
})
