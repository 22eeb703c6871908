import type { MemberCard, MemberProfile } from '#shared/members.ts'
import { isCurrent, type VisibleField, type Visibility, VISIBLE_FIELDS } from '#shared/profile.ts'
import type { AccountState } from '#server/features/connections/types.ts'

import type { MemberDocument } from './collection.ts'

/** Who is looking, in relation to whom. */
export type Relation = 'visitor' | 'member' | 'connection' | 'owner'

const SEEN_BY: Record<Relation, ReadonlySet<Visibility>> = {
  visitor: new Set(['public']),
  member: new Set(['public', 'members']),
  connection: new Set(['public', 'members', 'connections']),
  owner: new Set(['public', 'members', 'connections', 'me']),
}

const NAMELESS = 'New member'

/** Nobody hides it: people are known by it. */
export const visibleName = ({ displayName }: MemberDocument) => displayName || NAMELESS

/** The one decision on which fields of a profile a viewer may see; what is hidden is absent, not blank. */
export function visibleProfile(member: MemberDocument, relation: Relation, now: number): MemberProfile {
  const seen = SEEN_BY[relation]
  const current = (asks: MemberDocument['asks']) => asks.filter((ask) => isCurrent(ask, now))
  const all: Record<VisibleField, unknown> = {
    ...member,
    asks: current(member.asks),
    offers: current(member.offers),
  }
  const shown = VISIBLE_FIELDS.filter((field) => seen.has(member.visibility[field]) && !isEmpty(all[field]))
  return {
    id: member.id,
    displayName: visibleName(member),
    // Nobody chooses who sees this; it is no stranger's business.
    ...(relation !== 'visitor' && { joinedAt: member.joinedAt }),
    ...Object.fromEntries(shown.map((field) => [field, all[field]])),
  }
}

export function visibleCard(member: MemberDocument, relation: Relation, now: number): MemberCard {
  const { id, displayName, photo, headline, company } = visibleProfile(member, relation, now)
  return {
    id,
    displayName,
    ...(photo && { photo }),
    ...(headline && { headline }),
    ...(company && { company }),
  }
}

export function accountStateIn({ status }: Pick<MemberDocument, 'status'>): AccountState {
  if (status === 'former') return 'deleted'
  return status === 'active' ? 'active' : 'inactive'
}

/** Whether someone is to be found in the directory, and to be suggested to others. */
export const isListed = ({
  status,
  onboardedAt,
  displayName,
  directoryHidden,
  deletionDueAt,
}: MemberDocument) =>
  status === 'active' && Boolean(onboardedAt && displayName) && !directoryHidden && !deletionDueAt

/** What all members may see of someone, and so may find them by; undefined for who is not to be found. */
export const listedProfile = (member: MemberDocument, now: number): MemberProfile | undefined =>
  isListed(member) ? visibleProfile(member, 'member', now) : undefined

const isEmpty = (value: unknown) =>
  value === '' || (typeof value === 'object' && value !== null && Object.keys(value).length === 0)
