import { keysOf, recordOf } from '#shared/lib/records.ts'

/** The editor shows free texts on these tabs. */
interface TextField {
  kind: 'line' | 'text'
  tab: 'you' | 'about'
  /** Characters. */
  max: number
}
interface OtherField {
  kind: 'image' | 'choice' | 'address' | 'list' | 'contact'
  tab: 'you' | 'about' | 'contact' | 'asks'
}
type Field = TextField | OtherField

/**
 * The fields of a profile whose visibility its owner sets, in the order in which they are listed. Schemas, validation,
 * visibility, reports, the editor and, for free texts, the profile's page follow this table; the catalogue has their
 * names (`fieldName`).
 */
export const PROFILE_FIELDS = {
  photo: { kind: 'image', tab: 'you' },
  headline: {
    kind: 'line',
    tab: 'you',
    max: 120,
  },
  company: { kind: 'line', tab: 'you', max: 120 },
  industry: { kind: 'choice', tab: 'you' },
  address: { kind: 'address', tab: 'contact' },
  timeZone: { kind: 'choice', tab: 'contact' },
  bio: {
    kind: 'text',
    tab: 'about',
    max: 2000,
  },
  goals: {
    kind: 'text',
    tab: 'about',
    max: 500,
  },
  asks: { kind: 'list', tab: 'asks' },
  offers: { kind: 'list', tab: 'asks' },
  keywords: { kind: 'list', tab: 'about' },
  links: { kind: 'list', tab: 'about' },
  phone: { kind: 'contact', tab: 'contact' },
  email: { kind: 'contact', tab: 'contact' },
} as const satisfies Record<string, Field>

type Fields = typeof PROFILE_FIELDS
export type VisibleField = keyof Fields
type FieldOfKind<Kind extends string> = {
  [F in VisibleField]: Fields[F]['kind'] extends Kind ? F : never
}[VisibleField]

export const VISIBLE_FIELDS = keysOf(PROFILE_FIELDS)

const ofKind = <Kind extends string>(...kinds: Kind[]) =>
  VISIBLE_FIELDS.filter((field) =>
    kinds.some((kind) => kind === PROFILE_FIELDS[field].kind),
  ) as FieldOfKind<Kind>[]

/** Free texts, of one line or of several. */
export const PROFILE_TEXTS = ofKind('line', 'text')
export type ProfileText = (typeof PROFILE_TEXTS)[number]
export const isMultiline = (field: ProfileText) => PROFILE_FIELDS[field].kind === 'text'

/** Fields whose content its owner writes, and others can report. */
export const WRITTEN_FIELDS = ofKind('line', 'text', 'list')

/** Never visible beyond connections unless the member changes each of them. */
export const CONTACT_FIELDS: readonly VisibleField[] = ofKind('contact')

/** An entry for each free text. */
export const forEachText = <T>(of: (field: ProfileText) => T) => recordOf(PROFILE_TEXTS, of)
