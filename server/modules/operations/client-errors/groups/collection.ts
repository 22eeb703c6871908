import { Type, type Static } from 'typebox'

import { DAY } from '#shared/lib/durations.ts'
import { ERROR_STATES } from '#shared/operations/client-error-rules.ts'
import { defineCollection } from '#server/store/port.ts'

/** Milliseconds. For samples, and for look-ups of a group by a code. */
export const SAMPLES_KEPT_FOR = 30 * DAY
/** Milliseconds since a group was last seen. */
export const GROUPS_KEPT_FOR = 90 * DAY

const SampleRefSchema = Type.Object({
  id: Type.String(),
  at: Type.String(),
  /** The code on the screen. Undefined in older documents. */
  code: Type.Optional(Type.String()),
})
const HourSchema = Type.Object({
  /** Hours since the epoch. */
  hour: Type.Integer(),
  count: Type.Integer(),
})
const ReleaseSchema = Type.Object({
  release: Type.String(),
  build: Type.String(),
  count: Type.Integer(),
  firstAt: Type.String(),
  lastAt: Type.String(),
  /** Set when a member's session reported it, because a visitor's claim is not enough. */
  byMember: Type.Optional(Type.Literal(true)),
})
const BrowserSchema = Type.Object({ browser: Type.String(), count: Type.Integer() })

/** Fields that an error group and its deltas share. */
const countedProperties = {
  type: Type.String(),
  message: Type.String(),
  count: Type.Integer(),
  /** Whether all its entries are expected refusals. Undefined in older documents. */
  isRefusal: Type.Optional(Type.Boolean()),
  firstAt: Type.String(),
  lastAt: Type.String(),
  hours: Type.Array(HourSchema),
  releases: Type.Array(ReleaseSchema),
  browsers: Type.Array(BrowserSchema),
  /** Latest first. */
  samples: Type.Array(SampleRefSchema),
  /** The latest build whose stacks arrived without their source map: the group may belong to another one. */
  awaitedBuild: Type.Optional(Type.String()),
}

/** Hashes of the networks of senders without a session. Undefined in older documents. */
const NetworksSchema = Type.Optional(Type.Array(Type.String()))

/** The contribution of one write to a group. */
const DeltaSchema = Type.Object({
  fingerprint: Type.String(),
  ...countedProperties,
  /** Hashes of members, and of tabs without a session. */
  members: Type.Array(Type.String()),
  visitors: Type.Array(Type.String()),
  networks: NetworksSchema,
})
export type Delta = Static<typeof DeltaSchema>

/**
 * Logged entries that are not in their groups yet: written with the ids of the entries, deleted when they are added,
 * so that an intake never waits for another that counts the same error (decision 071).
 */
export const errorDeltas = defineCollection({
  name: 'client-error-additions',
  schema: Type.Object({ id: Type.String(), at: Type.String(), groups: Type.Array(DeltaSchema) }),
  indexes: [{ order: 'at' }],
})

const ErrorGroupSchema = Type.Object({
  /** Its fingerprint. */
  id: Type.String(),
  version: Type.Integer({ minimum: 1 }),
  /** `merged`: entries with this fingerprint belong to the group `mergedInto`. */
  state: Type.Enum([...ERROR_STATES, 'merged']),
  ...countedProperties,
  members: Type.Integer(),
  visitors: Type.Integer(),
  /** Whether it waits for the map of `awaitedBuild`, for queries. */
  awaitsMap: Type.Boolean(),
  mergedInto: Type.Optional(Type.String()),
  resolved: Type.Optional(
    Type.Object({
      release: Type.String(),
      /** Number of the release: those that servers first ran later have higher ones. */
      number: Type.Integer(),
      /** Highest release number at that time. */
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
  hasFeed: true,
  expiresAt: ({ lastAt }) => Date.parse(lastAt) + GROUPS_KEPT_FOR,
})

/** People affected by a group, by its fingerprint. Separate from it, because lists don't need them. */
export const errorPeople = defineCollection({
  name: 'client-error-people',
  schema: Type.Object({
    id: Type.String(),
    members: Type.Array(Type.String()),
    visitors: Type.Array(Type.String()),
    networks: NetworksSchema,
    /** Copied from the group. */
    lastAt: Type.String(),
  }),
  indexes: [{ order: 'lastAt' }],
  expiresAt: ({ lastAt }) => Date.parse(lastAt) + GROUPS_KEPT_FOR,
})

const ErrorSampleDocumentSchema = Type.Object({
  /** Id of the entry. */
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
  /** The stack as the browser sent it. */
  stack: Type.Optional(Type.String()),
  /** The stack as translated by source maps on arrival. */
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
    /** Fingerprints; `groupOf` has the index of each term's. */
    fingerprints: Type.Array(Type.String()),
    groupOf: Type.Array(Type.Integer()),
  }),
  indexes: [{ contains: 'terms', order: 'at', directions: ['desc'] }, { order: 'at' }],
  expiresAt: ({ at }) => Date.parse(at) + SAMPLES_KEPT_FOR,
})

const ErrorRegisterSchema = Type.Object({
  id: Type.String(),
  /** Releases in the order in which they were first seen. */
  releases: Type.Array(
    Type.Object({
      release: Type.String(),
      build: Type.String(),
      number: Type.Integer(),
      /** Set while only people without a session have named it. */
      fromVisitors: Type.Optional(Type.Literal(true)),
    }),
  ),
  /** Releases that servers have run, in the order of their first starts. */
  served: Type.Optional(Type.Array(Type.Object({ release: Type.String(), number: Type.Integer() }))),
  /** UTC date of the counts below. */
  day: Type.String(),
  newReleases: Type.Integer(),
  newReleasesFromVisitors: Type.Optional(Type.Integer()),
  /** New groups of the day, by reporter: a member, or a network of visitors. */
  newGroups: Type.Array(Type.Object({ person: Type.String(), count: Type.Integer() })),
})
export type ErrorRegister = Static<typeof ErrorRegisterSchema>

/** One document with the known releases, and the rest of the day's limits. */
export const errorRegisters = defineCollection({
  name: 'client-error-registers',
  schema: ErrorRegisterSchema,
})
export const REGISTER = 'register'

export const errorGroupCollections = [
  errorDeltas,
  errorGroups,
  errorLookups,
  errorPeople,
  errorRegisters,
  errorSamples,
]
