import { imageUrl } from '#shared/image-rules.ts'
import { VISIBILITIES, type Visibility, VISIBLE_FIELDS, type VisibleField } from '#shared/profile.ts'
import { countryName } from '#client/lib/countries.ts'
import { Avatar } from '#client/ui/Avatar.tsx'

import styles from './edit.module.css'

export const VISIBILITY_LABELS: Record<Visibility, string> = {
  public: 'Everyone',
  members: 'Members',
  connections: 'Connections',
  me: 'Only me',
}

export const VISIBILITY_OPTIONS = VISIBILITIES.map((value) => ({ value, label: VISIBILITY_LABELS[value] }))

export const FIELD_LABELS: Record<VisibleField, string> = {
  photo: 'Photo',
  headline: 'Headline',
  company: 'Company',
  industry: 'Industry',
  address: 'Address',
  timeZone: 'Time zone',
  bio: 'Bio',
  goals: 'Goals',
  asks: 'Asks',
  offers: 'Offers',
  keywords: 'Keywords',
  links: 'Links',
  phone: 'Phone',
  email: 'Email',
}

const OTHER_LABELS: Readonly<Record<string, string>> = {
  displayName: 'Name',
  directoryHidden: 'Hide me from the directory',
  searchEngines: 'Let search engines show my profile',
  'address.address_line1': 'Address line 1',
  'address.address_line2': 'Address line 2',
  'address.city': 'City',
  'address.state': 'State or region',
  'address.postal_code': 'Postal code',
  'address.country_code': 'Country',
}

const isVisibleField = (name: string): name is VisibleField => VISIBLE_FIELDS.some((field) => field === name)

/** The label of the field at a dotted path of the form. */
export function fieldLabel(path: string): string {
  const [name = '', part = ''] = path.split('.')
  if (name === 'visibility') return `${fieldLabel(part)} visibility`
  return OTHER_LABELS[path] ?? (isVisibleField(name) ? FIELD_LABELS[name] : name)
}

/** The value of a field, as shown in the choice between two versions. */
export function fieldValue(path: string, value: unknown) {
  if (path === 'photo' && typeof value === 'string' && value)
    return <Avatar name="" photo={imageUrl(value)} />
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (path.startsWith('visibility.'))
    return VISIBILITY_OPTIONS.find((option) => option.value === value)?.label
  if (path === 'address.country_code' && typeof value === 'string' && value) return countryName(value)
  const text = Array.isArray(value) ? value.join(' · ') : typeof value === 'string' ? value : ''
  return text ? <span className={styles.value}>{text}</span> : 'Empty'
}
