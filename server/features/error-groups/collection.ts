import { Type, type Static } from 'typebox'

import { ERROR_STATES } from '#shared/client-error-rules.ts'
import { defineCollection } from '#server/store/port.ts'

const DAY = 24 * 60 * 60_000
/** Milliseconds. Of samples, and of what finds a group by a code. */
export const SAMPLES_KEPT_FOR = 30 * DAY
/** Milliseconds since a group was last seen. */
export const GROUPS_KEPT_FOR = 90 * DAY

const SampleRefSchema = Type.Object({
  id: Type.String(),
  at: Type.String(),
  /** That the screen showed. Absent in what was stored before there was one. */
  code: Type.Optional(Type.String()),
})
const HourSchema = Type.Object({
  /** Since the epoch. */
  hour: Type.Integer(),
  count: Type.Integer(),
})
const ReleaseSchema = Type.Object({
  release: Type.String(),
  build: Type.String(),
  count: Type.Integer(),
  firstAt: Type.String(),
  lastAt: Type.String(),
  /** A member's session reported it, which a visitor's claim is not enough for. */
  byMember: Type.Optional(Type.Literal(true)),
})
const BrowserSchema = Type.Object({ browser: Type.String(), count: Type.Integer() })

/** What an error group and what is added to it have in common. */
const countedProperties = {
  type: Type.String(),
  message: Type.String(),
  count: Type.Integer(),
  /** Whether all that it counts are expected refusals. Absent in what was stored before they were told apart. */
  isRefusal: Type.Optional(Type.Boolean()),
  firstAt: Type.String(),
  lastAt: Type.String(),
  hours: Type.Array(HourSchema),
  releases: Type.Array(ReleaseSchema),
  browsers: Type.Array(BrowserSchema),
  /** Latest first. */
  samples: Type.Array(SampleRefSchema),
  /** The latest build whose stacks came without their source map: the group may belong to another one. */
  awaitedBuild: Type.Optional(Type.String()),
}

/** Hashes of the networks of those without a session. Absent in what was stored before they were known. */
const NetworksSchema = Type.Optional(Type.Array(Type.String()))

/** What one write adds to a group. */
const AdditionSchema = Type.Object({
  fingerprint: Type.String(),
  ...countedProperties,
  /** Hashes of members; and of tabs without a session. */
  members: Type.Array(Type.String()),
  visitors: Type.Array(Type.String()),
  networks: NetworksSchema,
})
export type Addition = Static<typeof AdditionSchema>

/**
 * What was logged and is not in its groups yet: written with the ids of the entries, deleted when it is added. So that an
 * intake never waits for another that counts the same error (decision 071).
 */
export const errorAdditions = defineCollection({
  name: 'client-error-additions',
  schema: Type.Object({ id: Type.String(), at: Type.String(), groups: Type.Array(AdditionSchema) }),
  indexes: [{ order: 'at' }],
})

const ErrorGroupSchema = Type.Object({
  /** Its fingerprint. */
  id: Type.String(),
  version: Type.Integer({ minimum: 1 }),
  /** `merged`: what is seen with this fingerprint belongs to the group `mergedInto`. */
  state: Type.Enum([...ERROR_STATES, 'merged']),
  ...countedProperties,
  members: Type.Integer(),
  visitors: Type.Integer(),
  /** Of `awaitedBuild`, for queries. */
  awaitsMap: Type.Boolean(),
  mergedInto: Type.Optional(Type.String()),
  resolved: Type.Optional(
    Type.Object({
      release: Type.String(),
      /** Of the release: those that servers first ran later have higher ones. */
      number: Type.Integer(),
      /** Of all releases by then. */
      latest: Type.Optional(Type.Integer()),
      at: Type.String(),
      /** Member id. */
      by: Type.String(),
    }),
  ),
  regressed: Type.Optional(Type.Object({ at: Type.String(), release: Type.String() })),
})
export type ErrorGroup = Static<typeof ErrorGroupSchema>

export const errorGroups = defineCollection({
  name: 'client-error-groups',
  schema: ErrorGroupSchema,
  indexes: [{ order: 'lastAt' }, { equal: ['awaitsMap'], order: 'lastAt', directions: ['desc'] }],
  feeds: [[]],
  expiresAt: ({ lastAt }) => Date.parse(lastAt) + GROUPS_KEPT_FOR,
})

/** Whom a group concerns, by its fingerprint. Apart from it, since lists don't need them. */
export const errorPeople = defineCollection({
  name: 'client-error-people',
  schema: Type.Object({
    id: Type.String(),
    members: Type.Array(Type.String()),
    visitors: Type.Array(Type.String()),
    networks: NetworksSchema,
    /** Of the group. */
    lastAt: Type.String(),
  }),
  indexes: [{ order: 'lastAt' }],
  expiresAt: ({ lastAt }) => Date.parse(lastAt) + GROUPS_KEPT_FOR,
})

const ErrorSampleDocumentSchema = Type.Object({
  /** The entry's. */
  id: Type.String(),
  at: Type.String(),
  count: Type.Integer(),
  caughtAs: Type.String(),
  type: Type.String(),
  message: Type.String(),
  path: Type.String(),
  release: Type.String(),
  build: Type.String(),
  browser: Type.String(),
  userAgent: Type.String(),
  requestId: Type.Optional(Type.String()),
  /** Keyed hash of the member's id. */
  person: Type.Optional(Type.String()),
  /** As the browser sent it. */
  stack: Type.Optional(Type.String()),
  /** As source maps told it when it arrived. */
  readableStack: Type.Optional(Type.String()),
  componentStack: Type.Optional(Type.String()),
  metadata: Type.Optional(Type.String()),
  requests: Type.Array(
    Type.Object({
      id: Type.String(),
      at: Type.String(),
      method: Type.String(),
      route: Type.String(),
      status: Type.Integer(),
    }),
  ),
})
export type ErrorSampleDocument = Static<typeof ErrorSampleDocumentSchema>

export const errorSamples = defineCollection({
  name: 'client-error-samples',
  schema: ErrorSampleDocumentSchema,
  indexes: [{ order: 'at' }, { equal: ['person'], order: 'at', directions: ['desc'] }],
  expiresAt: ({ at }) => Date.parse(at) + SAMPLES_KEPT_FOR,
})

/** Finds the groups of entries that were written together by their codes, request ids and people. */
export const errorLookups = defineCollection({
  name: 'client-error-lookups',
  schema: Type.Object({
    id: Type.String(),
    at: Type.String(),
    terms: Type.Array(Type.String()),
    /** Fingerprints; `groupOf` has the place of each term's. */
    fingerprints: Type.Array(Type.String()),
    groupOf: Type.Array(Type.Integer()),
  }),
  indexes: [{ contains: 'terms', order: 'at', directions: ['desc'] }, { order: 'at' }],
  expiresAt: ({ at }) => Date.parse(at) + SAMPLES_KEPT_FOR,
})

const ErrorRegisterSchema = Type.Object({
  id: Type.String(),
  /** In the order in which they were first seen. */
  releases: Type.Array(
    Type.Object({
      release: Type.String(),
      build: Type.String(),
      number: Type.Integer(),
      /** Only people without a session have named it so far. */
      fromVisitors: Type.Optional(Type.Literal(true)),
    }),
  ),
  /** Those that servers have run, in the order of their first starts. */
  served: Type.Optional(Type.Array(Type.Object({ release: Type.String(), number: Type.Integer() }))),
  /** UTC date that the counts below are of. */
  day: Type.String(),
  newReleases: Type.Integer(),
  newReleasesFromVisitors: Type.Optional(Type.Integer()),
  /** New groups of the day, by who brought them: a member, or a network of visitors. */
  newGroups: Type.Array(Type.Object({ person: Type.String(), count: Type.Integer() })),
})
export type ErrorRegister = Static<typeof ErrorRegisterSchema>

/** One document: which releases there are, and what is left of the day's limits. */
export const errorRegisters = defineCollection({
  name: 'client-error-registers',
  schema: ErrorRegisterSchema,
})
export const REGISTER = 'register'

export const errorGroupCollections = [
  errorAdditions,
  errorGroups,
  errorLookups,
  errorPeople,
  errorRegisters,
  errorSamples,
]
