import type { OwnProfile, ProfileEdit } from '#shared/members.ts'

/** What the form starts from: the profile as its owner may change it. */
export const editOf = (profile: OwnProfile): ProfileEdit => ({
  photo: profile.photo,
  displayName: profile.displayName,
  headline: profile.headline,
  company: profile.company,
  industry: profile.industry,
  address: profile.address,
  bio: profile.bio,
  goals: profile.goals,
  asks: profile.asks.map(({ text }) => text),
  offers: profile.offers.map(({ text }) => text),
  keywords: profile.keywords,
  links: profile.links,
  phone: profile.phone,
  timeZone: profile.timeZone,
  visibility: profile.visibility,
  directoryHidden: profile.directoryHidden,
  searchEngines: profile.searchEngines,
})

/** What the server is sent: entries left empty and space around texts dropped, and links as browsers write them. */
export const normalise = (edit: ProfileEdit): ProfileEdit => ({
  ...edit,
  displayName: edit.displayName.trim(),
  address: Object.fromEntries(Object.entries(edit.address).filter(([, text]) => text.trim())),
  asks: texts(edit.asks),
  offers: texts(edit.offers),
  keywords: texts(edit.keywords),
  links: texts(edit.links).map(withScheme),
})

/** People know their address as `example.com`. */
const withScheme = (link: string) => (/^[a-z][a-z\d+.-]*:/i.test(link) ? link : `https://${link}`)

const texts = (list: readonly string[]) => [...new Set(list.map((text) => text.trim()).filter(Boolean))]
