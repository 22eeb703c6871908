import { Type, type Static, type TSchema } from 'typebox'

import { COLOUR_PATTERN } from './accent.ts'
import { ImageIdSchema } from '#shared/lib/image-id.ts'
import * as m from './messages.ts'
import { SETTINGS_LIMITS } from './rules.ts'
import { DOMAIN_PATTERN, JOIN_ACCESS, JOIN_POLICIES, MAX_DOMAINS } from './join-policy.ts'
import { LANGUAGES } from '#shared/lib/language/languages.ts'
import { pageOf } from '#shared/lib/page.ts'
import { keysOf, recordOf } from '#shared/lib/records.ts'
import { INDUSTRIES } from './industries.ts'

const strict = { additionalProperties: false } as const

/** Rules for joining. */
const JoiningSchema = Type.Object(
  {
    /** Whether an admin approves each new member. Invited people need no approval. */
    policy: Type.Enum([...JOIN_POLICIES]),
    /** Access to signing up: anyone, people with an address at one of the domains, or invited people only. */
    access: Type.Enum([...JOIN_ACCESS]),
    /** Lower case, without the part before the domain. */
    domains: Type.Array(
      Type.String({
        pattern: DOMAIN_PATTERN,
        maxLength: 253,
        explain: m.domainRule,
        examples: ['example.org'],
      }),
      { maxItems: MAX_DOMAINS, uniqueItems: true },
    ),
    /** Whether members can invite friends. The rules above apply to these; where they refuse, an admin approves. */
    friends: Type.Boolean(),
  },
  strict,
)
export type Joining = Static<typeof JoiningSchema>

/** Translations by language. Those into languages that the community does not offer are kept and not shown. */
const translationsOf = <T extends TSchema>(text: T) =>
  Type.Optional(
    Type.Object(
      recordOf(keysOf(LANGUAGES), () => Type.Optional(text)),
      strict,
    ),
  )

/** Markdown. An empty text is not set: the product's default is shown, or none. */
function textOf(maxLength: number) {
  const fields = { text: Type.String({ maxLength }) }
  return Type.Object({ ...fields, translations: translationsOf(Type.Object(fields, strict)) }, strict)
}

function titledTextOf(maxLength: number) {
  const fields = {
    /** One line of plain text, above the text. Empty for the product's default. */
    title: Type.String({ maxLength: SETTINGS_LIMITS.title }),
    text: Type.String({ maxLength }),
  }
  return Type.Object({ ...fields, translations: translationsOf(Type.Object(fields, strict)) }, strict)
}

const ColourSchema = Type.Union([
  Type.String({
    pattern: COLOUR_PATTERN,
    explain: m.colourRule,
    examples: ['#1f5d4c'],
  }),
  Type.Literal(''),
])

/** Both are empty for the product's default colour. */
const AccentSchema = Type.Object({ light: ColourSchema, dark: ColourSchema }, strict)

const LogoSchema = Type.Object(
  {
    /** Id of an uploaded image; empty for the product's default mark. */
    image: Type.Union([ImageIdSchema, Type.Literal('')]),
  },
  strict,
)

const IndustrySchema = Type.String({ minLength: 1, maxLength: SETTINGS_LIMITS.industry, pattern: '\\S' })

const IndustriesSchema = Type.Object(
  {
    /** Names in the order of the list. */
    names: Type.Array(IndustrySchema, {
      minItems: 1,
      maxItems: SETTINGS_LIMITS.industries,
      uniqueItems: true,
    }),
    /** Replacement for each removed name that its members get, or empty for none. */
    moves: Type.Array(
      Type.Object({ from: IndustrySchema, to: Type.String({ maxLength: SETTINGS_LIMITS.industry }) }, strict),
      { maxItems: SETTINGS_LIMITS.industries },
    ),
    /** Words and phrases by which members also search for an industry. */
    words: Type.Array(
      Type.Object(
        {
          industry: IndustrySchema,
          words: Type.Array(Type.String({ maxLength: SETTINGS_LIMITS.industryWord }), {
            maxItems: SETTINGS_LIMITS.industryWords,
          }),
        },
        strict,
      ),
      { maxItems: SETTINGS_LIMITS.industries },
    ),
  },
  strict,
)

const ProfilesSchema = Type.Object(
  {
    /**
     * Visibility of a new member's profile until they change it. Email and phone stay with the member's connections
     * unless this is narrower.
     */
    visibility: Type.Enum(['public', 'members', 'connections']),
    /** Whether search engines may list the profiles of members who allow it. */
    searchEngines: Type.Boolean(),
  },
  strict,
)

/** The organisation that hosts the community. An empty name is not shown. */
const OrganisationSchema = Type.Object(
  { name: Type.String({ maxLength: SETTINGS_LIMITS.organisation }) },
  strict,
)

/** Guests without an account at events that are open to them. */
const GuestsSchema = Type.Object(
  {
    /** Visits of one person within a year. With 0, no event is open to guests. */
    visitsPerYear: Type.Integer({ minimum: 0, maximum: SETTINGS_LIMITS.guestVisits }),
  },
  strict,
)

/** Files with the members of one chapter. */
const ChapterExportsSchema = Type.Object(
  {
    /** Whether leads and admins can download them. */
    allowed: Type.Boolean(),
  },
  strict,
)

const PublicEventsSchema = Type.Object(
  {
    /** Whether search engines may list public events. Without it their links still have previews. */
    searchEngines: Type.Boolean(),
    /** Whether calendar apps and feed readers get all upcoming public events, without a session. */
    feeds: Type.Boolean(),
  },
  strict,
)

/** The sections of the settings: each is stored, versioned and changed on its own. */
export const SETTINGS_SECTIONS = {
  joining: JoiningSchema,
  organisation: OrganisationSchema,
  landing: titledTextOf(SETTINGS_LIMITS.landing),
  about: titledTextOf(SETTINGS_LIMITS.text),
  terms: textOf(SETTINGS_LIMITS.text),
  privacy: textOf(SETTINGS_LIMITS.text),
  contact: textOf(SETTINGS_LIMITS.text),
  /** The text that people agree to when they create an account. Each version has to be agreed to again. */
  consent: textOf(SETTINGS_LIMITS.consent),
  accent: AccentSchema,
  logo: LogoSchema,
  industries: IndustriesSchema,
  profiles: ProfilesSchema,
  publicEvents: PublicEventsSchema,
  guests: GuestsSchema,
  chapterExports: ChapterExportsSchema,
} as const
export type SettingsSection = keyof typeof SETTINGS_SECTIONS
export type SettingsOf<S extends SettingsSection> = Static<(typeof SETTINGS_SECTIONS)[S]>
export type AllSettings = { [S in SettingsSection]: SettingsOf<S> }

export const DEFAULT_SETTINGS: AllSettings = {
  joining: { policy: 'open', access: 'anyone', domains: [], friends: true },
  organisation: { name: '' },
  landing: { title: '', text: '' },
  about: { title: '', text: '' },
  terms: { text: '' },
  privacy: { text: '' },
  contact: { text: '' },
  consent: { text: '' },
  accent: { light: '', dark: '' },
  logo: { image: '' },
  industries: { names: [...INDUSTRIES], moves: [], words: [] },
  profiles: { visibility: 'members', searchEngines: true },
  publicEvents: { searchEngines: true, feeds: true },
  guests: { visitsPerYear: 3 },
  chapterExports: { allowed: false },
}

/** A section with the version that its next change is based on: 0 until the first change. */
export const settingsSchemaOf = <T extends TSchema>(value: T) =>
  Type.Object({ version: Type.Integer(), value })

/** A section in the client. */
export interface Settings<S extends SettingsSection> {
  version: number
  value: SettingsOf<S>
}

/** A change of a section. Saving `before` again undoes it. */
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
const TitledHtmlSchema = Type.Object({
  title: Type.String(),
  /** Attributes of a title that is not in the reader's language. */
  titleIn: Type.Optional(Type.Object({ lang: Type.String(), dir: Type.Enum(['ltr', 'rtl']) })),
  html: Type.String(),
})

/**
 * The public texts, without those that are not set. `html` is sanitised. A text in another language than the reader's
 * is marked.
 */
export const PublicTextsSchema = Type.Object({
  about: Type.Optional(TitledHtmlSchema),
  terms: Type.Optional(HtmlSchema),
  privacy: Type.Optional(HtmlSchema),
  contact: Type.Optional(HtmlSchema),
  /** The version that people agree to. */
  agreement: Type.Optional(Type.Object({ version: Type.Integer(), html: Type.String() })),
})
export type PublicTexts = Static<typeof PublicTextsSchema>
