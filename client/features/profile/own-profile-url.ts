import type { ProfileEdit } from '#shared/members.ts'
import { type Viewer, VIEWERS } from '#shared/profile.ts'

export type Section = 'you' | 'about' | 'asks' | 'contact' | 'audience'

interface ProfileUrl {
  search: string
  hash: string
}

/** The fields on each tab of the editor, `?edit=…`. */
const FIELDS: Record<Section, readonly (keyof ProfileEdit)[]> = {
  you: ['photo', 'displayName', 'headline', 'company', 'industry'],
  about: ['bio', 'goals', 'keywords', 'links'],
  asks: ['asks', 'offers'],
  contact: ['address', 'phone'],
  audience: ['visibility', 'directoryHidden', 'searchEngines'],
}

export const SECTION_TABS: readonly { value: Section; label: string }[] = [
  { value: 'you', label: 'Basics' },
  { value: 'about', label: 'About' },
  { value: 'asks', label: 'Asks and offers' },
  { value: 'contact', label: 'Contact' },
  { value: 'audience', label: 'Visibility' },
]

const isSection = (value: string): value is Section => value in FIELDS

/** The tab of a field, by its dotted path. The dashboard also links to `city`. */
export function sectionOf(path: string): Section {
  const field = path === 'city' ? 'address' : path.split('.')[0]
  const found = SECTION_TABS.find(({ value }) => FIELDS[value].some((name) => name === field))
  return found?.value ?? 'you'
}

/** The tab to edit: by name, `?edit=about`, or by a field, `#goals`. */
export function sectionOfUrl({ search, hash }: ProfileUrl) {
  const wanted = new URLSearchParams(search).get('edit')
  if (wanted !== null) return isSection(wanted) ? wanted : 'you'
  return /^#\w+$/.test(hash) ? sectionOf(hash.slice(1)) : undefined
}

export const editSearch = (section: Section) => `?edit=${section}`

/** The viewer of the preview, `?as=member`. */
export function viewerOfUrl({ search }: Pick<ProfileUrl, 'search'>) {
  const wanted = new URLSearchParams(search).get('as')
  return VIEWERS.find((viewer) => viewer === wanted)
}

export const previewSearch = (viewer: Viewer) => `?as=${viewer}`
