import type { ProfileEdit } from '#shared/members.ts'
import { DEFAULT_VISIBILITY } from '#shared/profile.ts'

/** A profile as its owner might send it, with little in it. */
export const profileEdit: ProfileEdit = {
  photo: '',
  displayName: 'Ada',
  headline: '',
  company: '',
  industry: '',
  address: {},
  bio: '',
  goals: '',
  asks: ['A printer'],
  offers: [],
  keywords: [],
  links: [],
  phone: '',
  timeZone: 'Europe/London',
  visibility: DEFAULT_VISIBILITY,
  directoryHidden: false,
  searchEngines: false,
}
