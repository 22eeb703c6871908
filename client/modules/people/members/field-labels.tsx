import { industryName } from '#shared/community/industries.ts'
import * as m from '#shared/people/messages.ts'
import { VISIBILITIES } from '#shared/people/profile.ts'
import { Avatar } from '#client/ui/people/Avatar.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { dotted } from '#client/ui/text/dotted.ts'

import { countryName } from './countries.ts'

export const visibilityOptions = () =>
  VISIBILITIES.map((visibility) => ({ value: visibility, label: m.visibilityName({ visibility }) }))

/** The label of the field at a dotted path of the form. */
export function fieldLabel(path: string): string {
  const [name = '', part = ''] = path.split('.')
  if (name === 'visibility') return m.fieldVisibility({ field: fieldLabel(part) })
  if (name === 'address' && part) return m.addressPart({ part })
  return m.fieldName({ field: name })
}

/** The value of a field, as shown in the choice between two versions. */
export function fieldValue(path: string, value: unknown) {
  if (path === 'photo' && typeof value === 'string' && value) return <Avatar name="" photo={value} />
  if (typeof value === 'boolean') return value ? m.valueYes() : m.valueNo()
  if (path.startsWith('visibility.')) return m.visibilityName({ visibility: String(value) })
  if (path === 'address.country_code' && typeof value === 'string' && value) return countryName(value)
  if (path === 'industry' && typeof value === 'string' && value) return industryName(value)
  const text = Array.isArray(value) ? dotted(value) : typeof value === 'string' ? value : ''
  return text ? <span className={patterns.asTyped}>{text}</span> : m.valueEmpty()
}
