import type { OwnProfile, ProfileEdit } from './members.ts'
import { forEachText } from './profile-fields.ts'

/** The fields of a profile that its owner may edit. */
export const editOf = (profile: OwnProfile): ProfileEdit => ({
  photo: profile.photo,
  displayName: profile.displayName,
  ...forEachText((field) => profile[field]),
  industry: profile.industry,
  address: profile.address,
  asks: profile.asks.map(({ text }) => text),
  offers: profile.offers.map(({ text }) => text),
  keywords: profile.keywords,
  links: profile.links,
  phone: profile.phone,
  timeZone: profile.timeZone,
  visibility: profile.visibility,
  directoryHidden: profile.directoryHidden,
  searchEngines: profile.searchEngines,
  onLanding: profile.onLanding ?? false,
  namedToGuests: profile.namedToGuests ?? false,
})

/** Drops empty entries and surrounding space, and completes links, before the edit is sent. */
export const preparedEdit = (edit: ProfileEdit): ProfileEdit => ({
  ...edit,
  displayName: edit.displayName.trim(),
  address: Object.fromEntries(Object.entries(edit.address).filter(([, text]) => text.trim())),
  asks: nonEmpty(edit.asks),
  offers: nonEmpty(edit.offers),
  keywords: nonEmpty(edit.keywords),
  links: nonEmpty(edit.links).map(withScheme),
})

/** Most people type `example.com`. */
const withScheme = (link: string) => (/^[a-z][a-z\d+.-]*:/i.test(link) ? link : `https://${link}`)

const nonEmpty = (list: readonly string[]) => [...new Set(list.map((text) => text.trim()).filter(Boolean))]
