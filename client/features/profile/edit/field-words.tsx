import { VISIBLE_FIELDS, type VisibleField } from '#shared/profile.ts'
import { imageUrl } from '#shared/image-rules.ts'
import { AUDIENCE_OPTIONS, FIELD_NAMES } from '#client/lib/audience.ts'
import { Avatar } from '#client/ui/Avatar.tsx'

import styles from './edit.module.css'

const OTHER_NAMES: Readonly<Record<string, string>> = {
  displayName: 'Name',
  directoryHidden: 'Left out of the directory',
  searchEngines: 'Found by search engines',
  'address.address_line1': 'Street and number',
  'address.address_line2': 'Further line of the address',
  'address.city': 'City',
  'address.state': 'State or region',
  'address.postal_code': 'Postal code',
  'address.country_code': 'Country',
}

const isVisibleField = (name: string): name is VisibleField => VISIBLE_FIELDS.some((field) => field === name)

/** What people call the field at this path. */
export function fieldName(path: string): string {
  const [name = '', part = ''] = path.split('.')
  if (name === 'visibility') return `Who sees ${fieldName(part).toLowerCase()}`
  return OTHER_NAMES[path] ?? (isVisibleField(name) ? FIELD_NAMES[name] : name)
}

/** What stands in it, as far as it fits beside a choice. */
export function fieldValue(path: string, value: unknown) {
  if (path === 'photo' && typeof value === 'string' && value)
    return <Avatar name="" photo={imageUrl(value)} />
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (path.startsWith('visibility.')) return AUDIENCE_OPTIONS.find((option) => option.value === value)?.label
  const text = Array.isArray(value) ? value.join(' · ') : typeof value === 'string' ? value : ''
  return text ? <span className={styles.value}>{text}</span> : 'Nothing'
}
