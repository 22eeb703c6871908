import { DEFAULT_VISIBILITY } from '#shared/profile.ts'
import type { RecordAudit } from '#server/features/audit/types.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import type { Membership } from '#shared/session.ts'
import type { Store } from '#server/store/port.ts'

import { type MemberDocument, members } from './collection.ts'
import type { WriteMember } from './writer.ts'

interface Deps {
  store: Store
  clock: Clock
  audit: RecordAudit
  adminEmails: ReadonlySet<string>
  write: WriteMember
}

/** Who becomes a member, and as what. */
export function createAdmission({ store, clock, audit, adminEmails, write }: Deps) {
  return {
    /**
     * The standing of someone whose address is verified. The first call makes them a member. Addresses named in
     * the configuration are admins whatever was stored. Who deleted the account stays gone: whatever comes under the
     * old id must not bring an address back into it.
     */
    async admit(user: { uid: string; email: string }): Promise<Membership> {
      const email = user.email.toLowerCase()
      const named = adminEmails.has(email)
      const isCurrent = (member: MemberDocument) =>
        member.status === 'former' || (member.email === email && (!named || member.role === 'admin'))

      const known = await store.get(members, user.uid)
      if (known && isCurrent(known)) return standing(known)
      const member = await write(
        user.uid,
        // Someone else's first call may have come between.
        async (before, tx) => {
          if (isCurrent(before)) return before
          const role = named ? 'admin' : before.role
          const action = before.version > 0 ? 'member.updated_at_sign_in' : 'member.joined'
          await audit({ action, actor: user.uid, target: user.uid, after: { role } }, tx)
          return { ...before, email, role }
        },
        () => newcomer(user.uid, isoInstant(clock())),
      )
      return standing(member)
    },
  }
}

const standing = ({ role, status, onboardedAt }: MemberDocument) => ({
  role,
  status,
  onboarded: onboardedAt !== undefined,
})

/** What is known of someone who has said nothing yet. */
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
