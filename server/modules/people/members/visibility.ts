import type { MemberCard, MemberProfile } from '#shared/people/members.ts'
import { isCurrent, type Viewer, type Visibility } from '#shared/people/profile.ts'
import { type VisibleField, VISIBLE_FIELDS } from '#shared/people/profile-fields.ts'
import type { AccountState } from '#server/modules/people/relationships/types.ts'
import { HIDDEN_MEMBER, NEW_MEMBER, shownName } from '#server/views/cards.ts'

import type { MemberDocument } from './collection.ts'

/** A viewer, or the member themselves. */
export type ProfileViewer = Viewer | 'owner'

export const VISIBLE_TO: Record<ProfileViewer, ReadonlySet<Visibility>> = {
  visitor: new Set(['public']),
  member: new Set(['public', 'members']),
  connection: new Set(['public', 'members', 'connections']),
  owner: new Set(['public', 'members', 'connections', 'me']),
}

/** The name as views store it: it has no visibility setting, but admins can hide it with the profile. */
export const visibleName = (
  { displayName, hidden }: Pick<MemberDocument, 'displayName' | 'hidden'>,
  viewer?: ProfileViewer,
) => (hidden?.profile && viewer !== 'owner' ? HIDDEN_MEMBER : displayName || NEW_MEMBER)

/** Whether an admin has hidden the member's current photo. */
export const isPhotoHidden = ({ hidden, photo }: Pick<MemberDocument, 'hidden' | 'photo'>) =>
  hidden?.profile !== undefined || (photo !== '' && hidden?.photo?.image === photo)

/** The member's settings; content that admins have hidden is visible only to the member. */
export function visibilityOf<M extends Pick<MemberDocument, 'hidden' | 'photo'> & { visibility: object }>(
  member: M,
): M['visibility'] {
  const { hidden, visibility } = member
  if (!hidden) return visibility
  if (hidden.profile) return Object.fromEntries(Object.keys(visibility).map((field) => [field, 'me']))
  return isPhotoHidden(member) ? { ...visibility, photo: 'me' } : visibility
}

/**
 * Decides which fields of a whole profile a viewer sees. Hidden and empty fields are undefined. Lists and search show
 * cards instead (`visibleCard`), and find people by the fields in `view.ts`.
 */
export function visibleProfile(member: MemberDocument, viewer: ProfileViewer, now: number): MemberProfile {
  const visible = VISIBLE_TO[viewer]
  const visibility = visibilityOf(member)
  const profile: MemberProfile = { id: member.id, displayName: shownName(visibleName(member, viewer)) }
  const fields = profile as Partial<Record<VisibleField, unknown>>
  // This field has no visibility setting.
  if (viewer !== 'visitor') profile.joinedAt = member.joinedAt
  for (const field of VISIBLE_FIELDS) {
    if (!visible.has(visibility[field])) continue
    const value =
      field === 'asks' || field === 'offers'
        ? member[field].filter((ask) => isCurrent(ask, now))
        : member[field]
    if (!isEmpty(value)) fields[field] = value
  }
  return profile
}

/** The fields of a card that have a visibility setting. */
const CARD_FIELDS = ['photo', 'headline', 'company'] as const

export function visibleCard(member: MemberDocument, viewer: ProfileViewer): MemberCard {
  const visible = VISIBLE_TO[viewer]
  const visibility = visibilityOf(member)
  const card: MemberCard = { id: member.id, displayName: visibleName(member, viewer) }
  for (const field of CARD_FIELDS) {
    if (member[field] && visible.has(visibility[field])) card[field] = member[field]
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
  hidden,
}: MemberDocument) =>
  status === 'active' &&
  Boolean(onboardedAt && displayName) &&
  !directoryHidden &&
  !deletionDueAt &&
  !hidden?.profile

const isEmpty = (value: unknown) =>
  value === '' || (typeof value === 'object' && value !== null && Object.keys(value).length === 0)
