import { Type, type Static } from 'typebox'

import { ImageIdSchema } from '#shared/lib/image-id.ts'
import { LANGUAGES } from '#shared/lib/language/languages.ts'
import { fieldOneOf } from '#shared/lib/messages.ts'
import { CursorQuerySchema, pageOf } from '#shared/lib/page.ts'
import { keysOf } from '#shared/lib/records.ts'
import { DirectoryEntrySchema } from '#shared/people/directory.ts'
import { MemberCardSchema } from '#shared/people/members.ts'

import * as m from './messages.ts'
import {
  CHAPTER_LIMITS,
  CHAPTER_LISTINGS,
  CHAPTER_MEMBERSHIP_KINDS,
  CHAPTER_MEMBERSHIP_STATES,
  CHAPTER_NEEDS,
  CHAPTER_ROLES,
  CHAPTER_SLUG_PATTERN,
  CHAPTER_STATES,
  INDUSTRY_SEATS,
  JOIN_RULES,
  LEAD_TERMS,
  LETTERS_PER_WEEK,
} from './rules.ts'

const strict = { additionalProperties: false } as const

export const ChapterSlugSchema = Type.String({
  pattern: CHAPTER_SLUG_PATTERN,
  maxLength: CHAPTER_LIMITS.slug,
  explain: m.slugRule,
  examples: ['berlin'],
})

const KindSchema = Type.Enum([...CHAPTER_MEMBERSHIP_KINDS])
const ChapterRoleSchema = Type.Enum([...CHAPTER_ROLES])

/** Explains a value of a file that is none of these, by the names that a file has. */
const oneOf =
  <Value extends string>(values: readonly Value[], nameOf: (value: Value) => string) =>
  () =>
    fieldOneOf({ values: values.map(nameOf).join(', ') })

/** The fields that admins edit. */
export const ChapterEditSchema = Type.Object(
  {
    name: Type.String({ minLength: CHAPTER_LIMITS.name.min, maxLength: CHAPTER_LIMITS.name.max }),
    /** Part of the address of its page. Earlier ones lead to the page, too. */
    slug: ChapterSlugSchema,
    /** A label that groups chapters. */
    region: Type.String({ maxLength: CHAPTER_LIMITS.region }),
    place: Type.String({ maxLength: CHAPTER_LIMITS.place }),
    timeZone: Type.String({ minLength: 1, maxLength: 64, examples: ['Europe/Berlin'] }),
    language: Type.Enum(keysOf(LANGUAGES)),
    /** Id of an uploaded image; empty or undefined for none. */
    cover: Type.Optional(Type.Union([ImageIdSchema, Type.Literal('')])),
    /** Plain text with paragraphs. */
    about: Type.String({ maxLength: CHAPTER_LIMITS.about }),
    joinRule: Type.Enum([...JOIN_RULES], { explain: oneOf(JOIN_RULES, (rule) => m.joinRuleName({ rule })) }),
    listing: Type.Enum([...CHAPTER_LISTINGS], {
      explain: oneOf(CHAPTER_LISTINGS, (listing) => m.listingName({ listing })),
    }),
    state: Type.Enum([...CHAPTER_STATES]),
    /** Months after which a lead renews it. Undefined: none. */
    leadTerm: Type.Optional(Type.Enum([...LEAD_TERMS])),
    /** Undefined: any. */
    industrySeats: Type.Optional(Type.Enum([...INDUSTRY_SEATS])),
    /** Undefined: one. */
    lettersPerWeek: Type.Optional(Type.Enum([...LETTERS_PER_WEEK])),
  },
  strict,
)
export type ChapterEdit = Static<typeof ChapterEditSchema>

/** Chapters from a file: all of them are created, or none. */
export const ChapterImportSchema = Type.Object(
  {
    chapters: Type.Array(
      Type.Object(
        {
          ...Type.Omit(ChapterEditSchema, ['cover']).properties,
          /** Email address of the member who becomes its lead, or of someone who is invited to. */
          lead: Type.Optional(Type.String({ maxLength: 254 })),
        },
        strict,
      ),
      { minItems: 1, maxItems: CHAPTER_LIMITS.import },
    ),
  },
  strict,
)
export type ChapterImport = Static<typeof ChapterImportSchema>

/** The viewer's membership. */
const OwnChapterMembershipSchema = Type.Object({
  kind: KindSchema,
  role: ChapterRoleSchema,
  state: Type.Enum([...CHAPTER_MEMBERSHIP_STATES]),
  /** ISO instant: of joining, or while it is pending, of the request or invitation. */
  since: Type.String(),
  /** Whether a pending one is an invitation. */
  isInvited: Type.Optional(Type.Boolean()),
  /** ISO instant at which the lead’s term ends, once it can be renewed. */
  termEndsAt: Type.Optional(Type.String()),
  /** Whether the member offers to lead the chapter. */
  offersToLead: Type.Optional(Type.Boolean()),
  /** Whether the member gets no letters by email. */
  lettersOff: Type.Optional(Type.Boolean()),
  /** ISO instant until which the move to this home chapter can be undone. */
  undoUntil: Type.Optional(Type.String()),
})

/** A chapter to choose. */
export const ChapterChoiceSchema = Type.Object({
  id: Type.String(),
  ...Type.Pick(ChapterEditSchema, ['slug', 'name']).properties,
})
export type ChapterChoice = Static<typeof ChapterChoiceSchema>
export const ChapterChoicesSchema = Type.Object({
  items: Type.Array(
    Type.Object({
      ...ChapterChoiceSchema.properties,
      /** Only of those to join. */
      joinRule: Type.Optional(ChapterEditSchema.properties.joinRule),
      /** Not of those to join. */
      listing: Type.Optional(ChapterEditSchema.properties.listing),
    }),
  ),
})

export type ChapterChoices = Static<typeof ChapterChoicesSchema>

/**
 * `createEvents`: those in which the viewer can create events. `join`: those that they can join or ask to join, the nearest
 * first; none for someone who has a home chapter or has asked for one.
 */
export const ChapterChoicesQuerySchema = Type.Object(
  { action: Type.Optional(Type.Enum(['see', 'createEvents', 'openRounds', 'join'], { default: 'see' })) },
  strict,
)

/** A chapter in a list. */
const ChapterLineSchema = Type.Object({
  ...Type.Pick(ChapterEditSchema, ['slug', 'name', 'region', 'place', 'joinRule', 'listing', 'state'])
    .properties,
  /** Number of active memberships. */
  members: Type.Integer(),
  own: Type.Optional(OwnChapterMembershipSchema),
})
export type ChapterLine = Static<typeof ChapterLineSchema>

export const ChapterPageSchema = pageOf(ChapterLineSchema)
export type ChapterPage = Static<typeof ChapterPageSchema>

export const ChapterListQuerySchema = Type.Object(
  {
    ...CursorQuerySchema.properties,
    /** `all`: by name. `ownFirst`: those in which the viewer has an active or pending membership before the others. */
    list: Type.Optional(Type.Enum(['all', 'ownFirst'], { default: 'all' })),
  },
  strict,
)

const SuccessionSchema = Type.Object({
  need: Type.Enum([...CHAPTER_NEEDS]),
  /** ISO instant: until then it stays active. */
  restsAt: Type.String(),
})

export const ChapterSchema = Type.Object({
  ...ChapterLineSchema.properties,
  ...Type.Pick(ChapterEditSchema, [
    'timeZone',
    'language',
    'cover',
    'about',
    'leadTerm',
    'industrySeats',
    'lettersPerWeek',
  ]).properties,
  version: Type.Integer(),
  /** ISO instants of the latest time at which it entered each state. */
  stateSince: Type.Partial(
    Type.Object({
      forming: Type.String(),
      active: Type.String(),
      resting: Type.String(),
      closed: Type.String(),
    }),
  ),
  leads: Type.Array(MemberCardSchema),
  /** Set for its members and admins while they are asked who takes over, and why. */
  succession: Type.Optional(SuccessionSchema),
  /** Whether the viewer can download its people. */
  isExportable: Type.Optional(Type.Boolean()),
  /** For admins: chapters that became part of it, as long as that can be undone. */
  merged: Type.Optional(
    Type.Array(
      Type.Object({
        ...Type.Pick(ChapterEditSchema, ['slug', 'name']).properties,
        /** ISO instant. */
        undoUntil: Type.String(),
      }),
    ),
  ),
  /** Another chapter that is the viewer's home. */
  home: Type.Optional(Type.Object({ slug: Type.String(), name: Type.String() })),
})
export type Chapter = Static<typeof ChapterSchema>

export const JoinChapterSchema = Type.Object({ kind: KindSchema }, strict)

export const MergeChapterSchema = Type.Object({ into: ChapterSlugSchema }, strict)

export const ChapterAnswerSchema = Type.Object({ answer: Type.Enum(['approve', 'decline']) }, strict)
export const ChapterAppointmentSchema = Type.Object({ role: ChapterRoleSchema }, strict)

/** Members who are in the directory, those who joined last first. */
export const ChapterMembersSchema = pageOf(DirectoryEntrySchema)

/** A member of a chapter for those who manage its people. */
const ChapterPersonSchema = Type.Object({
  ...MemberCardSchema.properties,
  kind: KindSchema,
  role: ChapterRoleSchema,
  since: Type.String(),
  isInvited: Type.Optional(Type.Boolean()),
})
export type ChapterPerson = Static<typeof ChapterPersonSchema>
/** The latest first. */
export const ChapterPeopleSchema = pageOf(ChapterPersonSchema)

export const ChapterPeopleQuerySchema = Type.Object(
  {
    ...CursorQuerySchema.properties,
    state: Type.Optional(Type.Enum(['active', 'pending'], { default: 'active' })),
  },
  strict,
)
