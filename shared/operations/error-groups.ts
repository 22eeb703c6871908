import { Type, type Static } from 'typebox'

import { CursorQuerySchema, pageOf } from '#shared/lib/page.ts'
import { keysOf } from '#shared/lib/records.ts'

import { ERROR_GROUP_LIMITS, ERROR_KINDS, ERROR_STATES, SEEN_WITHIN } from './client-error-rules.ts'
import { CLIENT_ERRORS } from './client-error-limits.ts'

const strict = { additionalProperties: false } as const

export const ErrorGroupQuerySchema = Type.Object(
  {
    ...CursorQuerySchema.properties,
    /** A code, a request id, a member's email or a fingerprint. The other filters are then ignored. */
    q: Type.Optional(Type.String({ maxLength: ERROR_GROUP_LIMITS.search })),
    state: Type.Optional(Type.Enum([...ERROR_STATES])),
    /** Defects by default. */
    kind: Type.Optional(Type.Enum([...ERROR_KINDS])),
    release: Type.Optional(Type.String({ maxLength: CLIENT_ERRORS.releaseCharacters })),
    /** Name without the version. */
    browser: Type.Optional(Type.String({ maxLength: 40 })),
    since: Type.Optional(Type.Enum(keysOf(SEEN_WITHIN))),
  },
  strict,
)
export type ErrorGroupQuery = Static<typeof ErrorGroupQuerySchema>

const ResolvedSchema = Type.Object({ release: Type.String(), at: Type.String(), by: Type.String() })

const ErrorGroupRowSchema = Type.Object({
  /** `other` for all errors beyond the limit of new groups. */
  fingerprint: Type.String(),
  /** Increases with each change of state, not with occurrences. */
  version: Type.Integer(),
  state: Type.Enum([...ERROR_STATES]),
  /** For example `TypeError`. */
  type: Type.String(),
  /** The message without variable parts: ids, numbers, URLs. */
  message: Type.String(),
  firstAt: Type.String(),
  lastAt: Type.String(),
  /** Includes repeats that a browser summed up. */
  count: Type.Integer(),
  members: Type.Integer(),
  /** Browsers without a session. */
  visitors: Type.Integer(),
  /** Latest first. */
  releases: Type.Array(Type.String()),
  /** Counts of the last 24 hours, the current one last. */
  hours: Type.Array(Type.Integer()),
  /** Whether all its entries are expected refusals. */
  isRefusal: Type.Boolean(),
  /** Whether it was first seen within 24 hours. */
  isNew: Type.Boolean(),
  /** Time and release in which it was seen again after it had been resolved. */
  regressed: Type.Optional(Type.Object({ at: Type.String(), release: Type.String() })),
  resolved: Type.Optional(ResolvedSchema),
  /** Id of the sample that matches the search. */
  sample: Type.Optional(Type.String()),
})
export type ErrorGroupRow = Static<typeof ErrorGroupRowSchema>

/** Latest seen first. */
export const ErrorGroupPageSchema = Type.Object({
  ...pageOf(ErrorGroupRowSchema).properties,
  /** All values for filtering, latest first. */
  releases: Type.Array(Type.String()),
})
export type ErrorGroupPage = Static<typeof ErrorGroupPageSchema>

export const ErrorGroupDetailsSchema = Type.Object({
  ...ErrorGroupRowSchema.properties,
  byRelease: Type.Array(
    Type.Object({
      release: Type.String(),
      build: Type.String(),
      count: Type.Integer(),
      firstAt: Type.String(),
      lastAt: Type.String(),
    }),
  ),
  byBrowser: Type.Array(Type.Object({ browser: Type.String(), count: Type.Integer() })),
  /** Latest first. */
  samples: Type.Array(
    Type.Object({
      id: Type.String(),
      code: Type.String(),
      at: Type.String(),
      release: Type.String(),
      browser: Type.String(),
    }),
  ),
  /** Release of the answering server, in which a group would be resolved. */
  currentRelease: Type.String(),
})
export type ErrorGroupDetails = Static<typeof ErrorGroupDetailsSchema>

const SeenRequestSchema = Type.Object({
  id: Type.String(),
  at: Type.String(),
  method: Type.String(),
  /** The route's pattern, without ids of members or other parts of the URL. */
  route: Type.String(),
  status: Type.Integer(),
})
export type SeenRequest = Static<typeof SeenRequestSchema>

const SourceFrameSchema = Type.Object({
  function: Type.Optional(Type.String()),
  file: Type.String(),
  line: Type.Integer(),
  column: Type.Integer(),
  /** Lines of the source around it. */
  source: Type.Optional(Type.Object({ firstLine: Type.Integer(), lines: Type.Array(Type.String()) })),
})
export type SourceFrame = Static<typeof SourceFrameSchema>

/** One entry. All its texts come from a browser: show them as text, never as HTML. */
export const ErrorSampleSchema = Type.Object({
  id: Type.String(),
  code: Type.String(),
  at: Type.String(),
  count: Type.Integer(),
  /** For example `error`, `crash` or `api`. */
  caughtAs: Type.String(),
  type: Type.String(),
  message: Type.String(),
  path: Type.String(),
  release: Type.String(),
  build: Type.String(),
  browser: Type.String(),
  userAgent: Type.String(),
  /** An anonymous id of the member, the same for all their samples. */
  person: Type.Optional(Type.String()),
  request: Type.Optional(Type.Object({ id: Type.String(), code: Type.String() })),
  stack: Type.Optional(Type.String()),
  /** Whether a source map resolved the stack. */
  symbolicated: Type.Boolean(),
  /** Includes source code if source maps of its build are available. */
  frames: Type.Array(SourceFrameSchema),
  componentStack: Type.Optional(Type.String()),
  /** JSON text. */
  metadata: Type.Optional(Type.String()),
  /** The member's other known requests within a minute of it. */
  requests: Type.Array(SeenRequestSchema),
})
export type ErrorSample = Static<typeof ErrorSampleSchema>

export const ErrorStateEditSchema = Type.Object({ state: Type.Enum([...ERROR_STATES]) }, strict)
export type ErrorStateEdit = Static<typeof ErrorStateEditSchema>
