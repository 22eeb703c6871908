import { type Viewer, VIEWERS } from '#shared/people/profile.ts'
import { PROFILE_FIELDS, VISIBLE_FIELDS } from '#shared/people/profile-fields.ts'

export const SECTIONS = ['you', 'about', 'asks', 'contact', 'visibility'] as const
export type Section = (typeof SECTIONS)[number]

interface ProfileUrl {
  search: string
  hash: string
}

/** The tabs of other fields. All that is left is a setting of visibility. */
const OTHER_TABS: Readonly<Record<string, Section>> = { displayName: 'you', city: 'contact' }

/** The tab of a field, by its dotted path. The dashboard also links to `city`. */
export function sectionOf(path: string): Section {
  const field = path.split('.', 1)[0]!
  const named = VISIBLE_FIELDS.find((name) => name === field)
  return OTHER_TABS[field] ?? (named ? PROFILE_FIELDS[named].tab : 'visibility')
}

/** The tab to edit: by name, `?edit=about`, or by a field, `#goals`. */
export function sectionOfUrl({ search, hash }: ProfileUrl) {
  const wanted = new URLSearchParams(search).get('edit')
  if (wanted !== null) return SECTIONS.find((section) => section === wanted) ?? 'you'
  return /^#\w+$/.test(hash) ? sectionOf(hash.slice(1)) : undefined
}

export const editSearch = (section: Section) => `?edit=${section}`

/** The viewer of the preview, `?as=member`. */
export function viewerOfUrl({ search }: Pick<ProfileUrl, 'search'>) {
  const wanted = new URLSearchParams(search).get('as')
  return VIEWERS.find((viewer) => viewer === wanted)
}

export const previewSearch = (viewer: Viewer) => `?as=${viewer}`
