import { Type, type Static } from 'typebox'

import { InstantSchema } from '#shared/lib/instant.ts'
import { CursorQuerySchema, IdSchema, pageOf } from '#shared/lib/page.ts'
import { IdempotencyKeyHeaderSchema, NO_CONTENT } from '#shared/lib/route-parts.ts'
import { MemberCardSchema } from '#shared/people/members.ts'

import * as m from './messages.ts'
import { LETTER_LIMITS, LETTER_STATES } from './rules.ts'
import { ChapterSlugSchema } from './schema.ts'

const strict = { additionalProperties: false } as const
const { title, text } = LETTER_LIMITS
const ofChapter = Type.Object({ slug: ChapterSlugSchema })
const ofLetter = Type.Object({ slug: ChapterSlugSchema, letterId: IdSchema })

export const LetterEditSchema = Type.Object(
  {
    title: Type.String({
      minLength: title.min,
      maxLength: title.max,
      explain: () => m.letterTitleRule(title),
    }),
    /** Markdown; raw HTML in it is shown as text. */
    text: Type.String({ minLength: 1, maxLength: text, pattern: '\\S', explain: m.letterTextRule }),
    /** ISO instant at which it is sent. Undefined: now. */
    at: Type.Optional(InstantSchema),
  },
  strict,
)
export type LetterEdit = Static<typeof LetterEditSchema>

/** A letter to the members of a chapter, in a list. */
const LetterLineSchema = Type.Object({
  id: Type.String(),
  /** Empty when it is withheld. */
  title: Type.String(),
  /** The viewer has blocked the author, and gets the words only on request (decision 096). */
  withheld: Type.Optional(Type.Literal(true)),
  /** Undefined when the viewer may not see the author. */
  by: Type.Optional(MemberCardSchema),
  at: Type.String(),
})
export type LetterLine = Static<typeof LetterLineSchema>
const LetterPageSchema = pageOf(LetterLineSchema)

const LetterSchema = Type.Object({
  ...Type.Pick(LetterLineSchema, ['id', 'by', 'at']).properties,
  ...Type.Pick(LetterEditSchema, ['title', 'text']).properties,
})
export type Letter = Static<typeof LetterSchema>

/** A letter that has not been sent. */
const PlannedLetterSchema = Type.Object({
  ...LetterSchema.properties,
  version: Type.Integer(),
  state: Type.Enum([...LETTER_STATES]),
})
export type PlannedLetter = Static<typeof PlannedLetterSchema>

const LetterPlanSchema = Type.Object({
  /** Held ones first, each kind by time. */
  items: Type.Array(PlannedLetterSchema),
  /** Number of members who would get a letter now. */
  recipients: Type.Integer(),
  /** ISO instant from which the next letter can be sent. */
  nextAt: Type.String(),
})
export type LetterPlan = Static<typeof LetterPlanSchema>

export const lettersApi = {
  'GET /api/chapters/:slug/letters': {
    summary: 'List the letters of a chapter',
    params: ofChapter,
    querystring: CursorQuerySchema,
    response: { 200: LetterPageSchema },
  },
  'GET /api/chapters/:slug/letters/plan': {
    summary: 'List letters of a chapter that have not been sent',
    params: ofChapter,
    response: { 200: LetterPlanSchema },
  },
  'GET /api/chapters/:slug/letters/:letterId': {
    summary: 'Get a letter of a chapter',
    params: ofLetter,
    response: { 200: LetterSchema },
  },
  'POST /api/chapters/:slug/letters': {
    summary: 'Send or schedule a letter to a chapter',
    headers: IdempotencyKeyHeaderSchema,
    params: ofChapter,
    body: LetterEditSchema,
    response: { 201: Type.Object({ isSent: Type.Boolean() }) },
  },
  'PUT /api/chapters/:slug/letters/:letterId': {
    summary: 'Edit a letter that has not been sent',
    params: ofLetter,
    body: LetterEditSchema,
    response: { 200: Type.Object({ isSent: Type.Boolean() }) },
  },
  'DELETE /api/chapters/:slug/letters/:letterId': {
    summary: 'Delete a letter that has not been sent',
    params: ofLetter,
    response: NO_CONTENT,
  },
  'PUT /api/chapters/:slug/membership/letters': {
    summary: 'Choose whether you get letters of a chapter by email',
    params: ofChapter,
    body: Type.Object({ email: Type.Boolean() }, strict),
    response: NO_CONTENT,
  },
}
