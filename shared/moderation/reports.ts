import { Type, type Static } from 'typebox'

import { HiddenSchema } from '#shared/lib/hidden.ts'
import { InstantSchema } from '#shared/lib/instant.ts'
import { CursorQuerySchema, IdSchema, pageOf } from '#shared/lib/page.ts'
import { ReportedContentSchema } from '#shared/people/reportable.ts'
import {
  REPORT_DECISIONS,
  REPORT_KINDS,
  REPORT_LIMITS,
  REPORT_OUTCOMES,
  REPORT_REASONS,
} from './report-rules.ts'

const strict = { additionalProperties: false } as const
const KindSchema = Type.Enum([...REPORT_KINDS])
const ReasonSchema = Type.Enum([...REPORT_REASONS])

export const ReportEditSchema = Type.Object(
  {
    kind: KindSchema,
    /** Id of the member, the event, the announcement, the post or the connection. */
    id: IdSchema,
    reason: ReasonSchema,
    /** Required for the reason `other`. */
    text: Type.String({ maxLength: REPORT_LIMITS.text }),
  },
  strict,
)
export type ReportEdit = Static<typeof ReportEditSchema>

/** A report for the member who sent it. */
export const OwnReportSchema = Type.Object({
  id: Type.String(),
  kind: KindSchema,
  reason: ReasonSchema,
  text: Type.String(),
  /** ISO instant. */
  at: Type.String(),
  /** Undefined until an admin has decided. */
  outcome: Type.Optional(Type.Enum([...REPORT_OUTCOMES])),
  decidedAt: Type.Optional(Type.String()),
})
export type OwnReport = Static<typeof OwnReportSchema>
/** Latest first. */
export const OwnReportPageSchema = pageOf(OwnReportSchema)

/** A warning that its recipient has not acknowledged yet. */
const WarningSchema = Type.Object({
  id: Type.String(),
  /** Kind of the content. */
  kind: KindSchema,
  text: Type.String(),
  at: Type.String(),
})
export type Warning = Static<typeof WarningSchema>
export const WarningsSchema = Type.Object({ items: Type.Array(WarningSchema) })

export const ReportDecisionSchema = Type.Object(
  {
    kind: Type.Enum([...REPORT_DECISIONS]),
    /** Shown to the owner of the content, for whom it is required, unless the report is dismissed. */
    note: Type.String({ maxLength: REPORT_LIMITS.note.max }),
    /** ISO instant at which a suspension ends. Without it, an admin has to restore the member. */
    until: Type.Optional(InstantSchema),
  },
  strict,
)
export type ReportDecisionEdit = Static<typeof ReportDecisionSchema>

const PersonSchema = Type.Object({ id: Type.String(), displayName: Type.String() })

const DecidedSchema = Type.Object({
  kind: Type.Enum([...REPORT_DECISIONS]),
  note: Type.String(),
  by: PersonSchema,
  at: Type.String(),
  /** Time at which the recipient of a warning acknowledged it. */
  acknowledgedAt: Type.Optional(Type.String()),
  /** Time at which hidden content was restored. */
  restoredAt: Type.Optional(Type.String()),
})

/** A report in the admins’ queue. */
const ReportRowSchema = Type.Object({
  id: Type.String(),
  version: Type.Integer(),
  kind: KindSchema,
  reason: ReasonSchema,
  text: Type.String(),
  at: Type.String(),
  /** Owner of the content. */
  owner: PersonSchema,
  /** Undefined once the account is deleted. */
  reporter: Type.Optional(PersonSchema),
  /** Undefined until an admin has decided. */
  decision: Type.Optional(DecidedSchema),
})
export type ReportRow = Static<typeof ReportRowSchema>
/** Open ones, longest waiting first, or decided ones, latest first. */
export const ReportPageSchema = pageOf(ReportRowSchema)

export const ReportListQuerySchema = Type.Object(
  {
    ...CursorQuerySchema.properties,
    state: Type.Optional(Type.Enum(['open', 'decided'], { default: 'open' })),
  },
  strict,
)

export const ReportDetailsSchema = Type.Object({
  ...ReportRowSchema.properties,
  /** Id of the reported content, as in a report. */
  subject: Type.String(),
  /** The content at the time of the report. Its picture is at `…/picture`. */
  was: ReportedContentSchema,
  /** The current content, hidden or not; undefined once it is deleted. */
  now: Type.Optional(ReportedContentSchema),
  /** Undefined unless it is hidden now. */
  hidden: Type.Optional(HiddenSchema),
  /** The latest other reports about the same person. */
  aboutOwner: Type.Array(ReportRowSchema),
  /** The latest other reports by the same person. */
  byReporter: Type.Array(ReportRowSchema),
})
export type ReportDetails = Static<typeof ReportDetailsSchema>
