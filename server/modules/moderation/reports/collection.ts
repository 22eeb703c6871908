import { Type, type Static } from 'typebox'

import { REPORT_DECISIONS, REPORT_KINDS, REPORT_REASONS } from '#shared/moderation/report-rules.ts'
import { ReportedContentSchema } from '#shared/people/reportable.ts'
import { defineCollection } from '#server/store/port.ts'

const ReportDocumentSchema = Type.Object({
  id: Type.String(),
  /** Increases with each decision; compared with `If-Match`. */
  version: Type.Integer({ minimum: 1 }),
  kind: Type.Enum([...REPORT_KINDS]),
  /** Id of the reported member, event, announcement, post or connection. */
  subject: Type.String(),
  /** Member id of the content's owner. */
  owner: Type.String(),
  /** Member ids of people who must not handle it: the owner, and others who are responsible for the content. */
  concerned: Type.Array(Type.String()),
  /** Decides the part of a reported profile that is compared later: as this viewer sees it. */
  audience: Type.Optional(Type.Enum(['member', 'connection'])),
  /** Member id. Undefined once the account is deleted. */
  reporter: Type.Optional(Type.String()),
  /** `joinedId` of reporter, kind and subject while it is open, so that there is only one. */
  openKey: Type.Optional(Type.String()),
  reason: Type.Enum([...REPORT_REASONS]),
  text: Type.String(),
  at: Type.String(),
  /** The content as the reporter saw it. */
  content: ReportedContentSchema,
  /** Id of the picture in `content`. */
  image: Type.Optional(Type.String()),
  state: Type.Enum(['open', 'decided']),
  decision: Type.Optional(
    Type.Object({
      kind: Type.Enum([...REPORT_DECISIONS]),
      note: Type.String(),
      by: Type.String(),
      at: Type.String(),
      acknowledgedAt: Type.Optional(Type.String()),
      /** Time at which hidden content was restored. */
      restoredAt: Type.Optional(Type.String()),
    }),
  ),
  /** Id of the member who has to acknowledge the warning. Undefined once they have. */
  awaits: Type.Optional(Type.String()),
})
export type ReportDocument = Static<typeof ReportDocumentSchema>

export const reports = defineCollection({
  name: 'reports',
  schema: ReportDocumentSchema,
  indexes: [
    { equal: ['owner'], order: 'at', directions: ['desc'] },
    { equal: ['reporter'], order: 'at', directions: ['desc'] },
    { equal: ['openKey'] },
    { equal: ['image'] },
  ],
  hasFeed: true,
})

/** Copies of reported pictures, because their owners can remove them. Named by the SHA-256 of their bytes. */
export const reportedPictures = defineCollection({
  name: 'reported-pictures',
  schema: Type.Object({
    id: Type.String(),
    /** The WebP file, base64. */
    bytes: Type.String(),
  }),
})
