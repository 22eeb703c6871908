import { VISIBILITIES } from '#shared/profile.ts'

import { CARD_FIELDS, type CardSource } from './visibility.ts'

type CardFields = Omit<CardSource, 'id' | 'displayName' | 'hidden'>

/** What a card has beside the name, in one string: a fifth of the memory of an object. Undefined if it has nothing. */
export function packCard({ visibility, ...fields }: CardFields): string | undefined {
  const parts = CARD_FIELDS.map((name) =>
    fields[name] ? `${VISIBILITIES.indexOf(visibility[name])}${fields[name]}` : '',
  )
  return parts.some(Boolean) ? JSON.stringify(parts) : undefined
}

export function unpackCard(text = '[]'): CardFields {
  const parts = JSON.parse(text) as string[]
  const fieldAt = (at: number) => parts[at]?.slice(1) ?? ''
  const levelAt = (at: number) => VISIBILITIES[Number(parts[at]?.[0])] ?? 'me'
  return {
    photo: fieldAt(0),
    headline: fieldAt(1),
    company: fieldAt(2),
    visibility: { photo: levelAt(0), headline: levelAt(1), company: levelAt(2) },
  }
}
