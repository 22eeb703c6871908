import { Type, type Static } from 'typebox'

import { EMAIL_TOPICS } from './topics.ts'

/** Figures of the queue of emails. */
export const EmailFiguresSchema = Type.Object({
  /** Emails that wait to be sent. */
  queued: Type.Integer(),
  /** ISO instant of the oldest queued email's subject. */
  queuedSince: Type.Optional(Type.String()),
  /** The latest that failed too often and are not retried. */
  setAside: Type.Array(
    Type.Object({
      id: Type.String(),
      topic: Type.Enum([...EMAIL_TOPICS]),
      /** ISO instant of its subject. */
      at: Type.String(),
      /** Short reason. */
      reason: Type.String(),
    }),
  ),
})
export type EmailFigures = Static<typeof EmailFiguresSchema>
