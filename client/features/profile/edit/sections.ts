import type { ProfileEdit } from '#shared/members.ts'

export type Section = 'you' | 'about' | 'asks' | 'contact' | 'audience' | 'account'

/** The tabs of the edit screen, `?edit=…`, and what stands in each. Account is no part of the form. */
const FIELDS: Record<Section, readonly (keyof ProfileEdit)[]> = {
  you: ['photo', 'displayName', 'headline', 'company', 'industry'],
  about: ['bio', 'goals', 'keywords', 'links'],
  asks: ['asks', 'offers'],
  contact: ['address', 'phone', 'timeZone'],
  audience: ['visibility', 'directoryHidden', 'searchEngines'],
  account: [],
}

export const SECTION_TABS: readonly { value: Section; label: string }[] = [
  { value: 'you', label: 'You' },
  { value: 'about', label: 'About' },
  { value: 'asks', label: 'Asks and offers' },
  { value: 'contact', label: 'Contact' },
  { value: 'audience', label: 'Who sees what' },
  { value: 'account', label: 'Your account' },
]

const isSection = (value: string): value is Section => value in FIELDS

/** Where a field stands, by its dotted path. The dashboard also says `city`. */
export function sectionOf(path: string): Section {
  const field = path === 'city' ? 'address' : path.split('.')[0]
  const found = SECTION_TABS.find(({ value }) => FIELDS[value].some((name) => name === field))
  return found?.value ?? 'you'
}

/** Which part the address asks for: `?edit=about`, or by a field, `#goals`. */
export function sectionOfAddress({ search, hash }: { search: string; hash: string }) {
  const wanted = new URLSearchParams(search).get('edit')
  if (wanted !== null) return isSection(wanted) ? wanted : 'you'
  return /^#\w+$/.test(hash) ? sectionOf(hash.slice(1)) : undefined
}

export const editSearch = (section: Section) => `?edit=${section}`
