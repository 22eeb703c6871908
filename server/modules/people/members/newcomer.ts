import { DEFAULT_VISIBILITY } from '#shared/people/profile.ts'
import { forEachText } from '#shared/people/profile-fields.ts'

import type { MemberDocument } from './collection.ts'

/** A member with an empty profile. */
export const newcomer = (id: string, joinedAt: string): MemberDocument => ({
  id,
  version: 0,
  email: '',
  role: 'member',
  status: 'active',
  joinedAt,
  photo: '',
  displayName: '',
  ...forEachText(() => ''),
  industry: '',
  address: {},
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
