import type { MemberCard, MemberProfile } from '#shared/members.ts'
import { isCurrent, type VisibleField, type Visibility, VISIBLE_FIELDS } from '#shared/profile.ts'
import type { AccountState } from '#server/features/connections/types.ts'

import type { MemberDocument } from './collection.ts'

/** Who views a profile. */
export type Audience = 'visitor' | 'member' | 'connection' | 'owner'

export const VISIBLE_TO: Record<Audience, ReadonlySet<Visibility>> = {
  visitor: new Set(['public']),
  member: new Set(['public', 'members']),
  connection: new Set(['public', 'members', 'connections']),
  owner: new Set(['public', 'members', 'connections', 'me']),
}

const UNNAMED = 'New member'

/** Always visible, unlike the other fields. */
export const visibleName = ({ displayName }: Pick<MemberDocument, 'displayName'>) => displayName || UNNAMED

/** The only place that decides which fields an audience sees. Hidden and empty fields are absent. */
export function visibleProfile(member: MemberDocument, audience: Audience, now: number): MemberProfile {
  const visible = VISIBLE_TO[audience]
  const current = (asks: MemberDocument['asks']) => asks.filter((ask) => isCurrent(ask, now))
  const all: Record<VisibleField, unknown> = {
    ...member,
    asks: current(member.asks),
    offers: current(member.offers),
  }
  const shown = VISIBLE_FIELDS.filter(
    (field) => visible.has(member.visibility[field]) && !isEmpty(all[field]),
  )
  return {
    id: member.id,
    displayName: visibleName(member),
    // Has no visibility setting.
    ...(audience !== 'visitor' && { joinedAt: member.joinedAt }),
    ...Object.fromEntries(shown.map((field) => [field, all[field]])),
  }
}

/** The fields of a card that have a visibility setting. */
export const CARD_FIELDS = ['photo', 'headline', 'company'] as const
type CardField = (typeof CARD_FIELDS)[number]

/** What a member's card is made of. */
export interface CardSource extends Pick<MemberDocument, 'id' | 'displayName' | CardField> {
  visibility: Pick<MemberDocument['visibility'], CardField>
}

export function visibleCard(member: CardSource, audience: Audience): MemberCard {
  const visible = VISIBLE_TO[audience]
  const card: MemberCard = { id: member.id, displayName: visibleName(member) }
  for (const field of CARD_FIELDS) {
    if (member[field] && visible.has(member.visibility[field])) card[field] = member[field]
  }
  return card
}

export function accountStateIn({ status }: Pick<MemberDocument, 'status'>): AccountState {
  if (status === 'former') return 'deleted'
  return status === 'active' ? 'active' : 'inactive'
}

/** Whether a member appears in the directory and in suggested introductions. */
export const isListed = ({
  status,
  onboardedAt,
  displayName,
  directoryHidden,
  deletionDueAt,
}: MemberDocument) =>
  status === 'active' && Boolean(onboardedAt && displayName) && !directoryHidden && !deletionDueAt

/** What every member sees of a listed member, and can search by. */
export const listedProfile = (member: MemberDocument, now: number): MemberProfile | undefined =>
  isListed(member) ? visibleProfile(member, 'member', now) : undefined

const isEmpty = (value: unknown) =>
  value === '' || (typeof value === 'object' && value !== null && Object.keys(value).length === 0)
