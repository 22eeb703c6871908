import { Type, type Static, type TSchema } from 'typebox'

import { COLOUR_PATTERN } from './accent.ts'
import { ImageIdSchema } from './images.ts'
import { SETTINGS_LIMITS } from './community-rules.ts'
import { DOMAIN_PATTERN, JOIN_ACCESS, JOIN_POLICIES, MAX_DOMAINS } from './joining.ts'
import { pageOf } from './page.ts'
import { INDUSTRIES } from './profile.ts'

const strict = { additionalProperties: false } as const

/** Who can become a member. */
const JoiningSchema = Type.Object(
  {
    /** Whether an admin approves each new member. Invited people need no approval. */
    policy: Type.Enum([...JOIN_POLICIES]),
    /** Who can sign up: anyone, people with an address at one of the domains, or invited people only. */
    access: Type.Enum([...JOIN_ACCESS]),
    /** In lower case, without what comes before them in an address. */
    domains: Type.Array(
      Type.String({
        pattern: DOMAIN_PATTERN,
        maxLength: 253,
        explain: 'Enter a domain, like example.org.',
        examples: ['example.org'],
      }),
      { maxItems: MAX_DOMAINS, uniqueItems: true },
    ),
  },
  strict,
)
export type Joining = Static<typeof JoiningSchema>

/** In Markdown. An empty text is not set: the product's own is shown, or none. */
const textOf = (maxLength: number) => Type.Object({ text: Type.String({ maxLength }) }, strict)

const titledTextOf = (maxLength: number) =>
  Type.Object(
    {
      /** One line of plain text, above the text. Empty for the product's own. */
      title: Type.String({ maxLength: SETTINGS_LIMITS.title }),
      text: Type.String({ maxLength }),
    },
    strict,
  )

const ColourSchema = Type.Union([
  Type.String({
    pattern: COLOUR_PATTERN,
    explain: 'Enter a colour with six digits, like #1f5d4c.',
    examples: ['#1f5d4c'],
  }),
  Type.Literal(''),
])

/** Both are empty for the product's own colour. */
const AccentSchema = Type.Object({ light: ColourSchema, dark: ColourSchema }, strict)

const LogoSchema = Type.Object(
  {
    /** Id of an uploaded image; empty for the product's own mark. */
    image: Type.Union([ImageIdSchema, Type.Literal('')]),
  },
  strict,
)

const IndustrySchema = Type.String({ minLength: 1, maxLength: SETTINGS_LIMITS.industry, pattern: '\\S' })

const IndustriesSchema = Type.Object(
  {
    /** In the order of the list. */
    names: Type.Array(IndustrySchema, {
      minItems: 1,
      maxItems: SETTINGS_LIMITS.industries,
      uniqueItems: true,
    }),
    /** For each name that is no longer in the list: the one that its members get, or empty for none. */
    moves: Type.Array(
      Type.Object({ from: IndustrySchema, to: Type.String({ maxLength: SETTINGS_LIMITS.industry }) }, strict),
      { maxItems: SETTINGS_LIMITS.industries },
    ),
  },
  strict,
)

const ProfilesSchema = Type.Object(
  {
    /**
     * Who sees what a new member fills in, until they change it. Email and phone stay with the member's connections
     * unless this is narrower.
     */
    visibility: Type.Enum(['public', 'members', 'connections']),
    /** Whether search engines may list the profiles of members who allow it. */
    searchEngines: Type.Boolean(),
  },
  strict,
)

/** The sections of the settings: each is stored, versioned and changed on its own. */
export const SETTINGS_SECTIONS = {
  joining: JoiningSchema,
  landing: titledTextOf(SETTINGS_LIMITS.landing),
  about: titledTextOf(SETTINGS_LIMITS.text),
  terms: textOf(SETTINGS_LIMITS.text),
  privacy: textOf(SETTINGS_LIMITS.text),
  contact: textOf(SETTINGS_LIMITS.text),
  /** What people agree to when they create an account. Each version is agreed to anew. */
  consent: textOf(SETTINGS_LIMITS.consent),
  accent: AccentSchema,
  logo: LogoSchema,
  industries: IndustriesSchema,
  profiles: ProfilesSchema,
} as const
export type SettingsSection = keyof typeof SETTINGS_SECTIONS
export type SettingsOf<S extends SettingsSection> = Static<(typeof SETTINGS_SECTIONS)[S]>
export type AllSettings = { [S in SettingsSection]: SettingsOf<S> }

export const DEFAULT_SETTINGS: AllSettings = {
  joining: { policy: 'open', access: 'anyone', domains: [] },
  landing: { title: '', text: '' },
  about: { title: '', text: '' },
  terms: { text: '' },
  privacy: { text: '' },
  contact: { text: '' },
  consent: { text: '' },
  accent: { light: '', dark: '' },
  logo: { image: '' },
  industries: { names: [...INDUSTRIES], moves: [] },
  profiles: { visibility: 'members', searchEngines: true },
}

/** A section with the version that its next change is based on: 0 while nothing was changed yet. */
export const settingsSchemaOf = <T extends TSchema>(value: T) =>
  Type.Object({ version: Type.Integer(), value })

/** A section as the client has it. */
export interface Settings<S extends SettingsSection> {
  version: number
  value: SettingsOf<S>
}

/** A change of a section. To undo it is to save `before` again. */
const changeSchemaOf = <T extends TSchema>(value: T) =>
  Type.Object({
    id: Type.String(),
    at: Type.String(),
    /** User id; null where the user is unknown. */
    actor: Type.Union([Type.String(), Type.Null()]),
    actorName: Type.Optional(Type.String()),
    before: value,
    after: value,
  })

export const changePageSchemaOf = <T extends TSchema>(value: T) => pageOf(changeSchemaOf(value))

export interface SettingsChange<S extends SettingsSection = SettingsSection> {
  id: string
  at: string
  actor: string | null
  actorName?: string
  before: SettingsOf<S>
  after: SettingsOf<S>
}

const HtmlSchema = Type.Object({ html: Type.String() })
const TitledHtmlSchema = Type.Object({ title: Type.String(), html: Type.String() })

/** The texts that anyone can read, without those that are not set. `html` is sanitised. */
export const PublicTextsSchema = Type.Object({
  about: Type.Optional(TitledHtmlSchema),
  terms: Type.Optional(HtmlSchema),
  privacy: Type.Optional(HtmlSchema),
  contact: Type.Optional(HtmlSchema),
  /** The version that people agree to. */
  consent: Type.Optional(Type.Object({ version: Type.Integer(), html: Type.String() })),
})
export type PublicTexts = Static<typeof PublicTextsSchema>
