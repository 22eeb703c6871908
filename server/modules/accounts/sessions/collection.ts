import { hash } from 'node:crypto'
import { Type, type Static } from 'typebox'

import { SESSION } from '#shared/accounts/session-limits.ts'
import { defineCollection } from '#server/store/port.ts'

/**
 * One per minted cookie, named by the SHA-256 of its text, stored until the cookie expires. It reserves the cookie,
 * because two exchanges within a second can mint the same one, and records when the session has ended.
 */
const SessionRecordSchema = Type.Object({
  id: Type.String(),
  uid: Type.String(),
  /** The cookie's own expiry. */
  expiresAt: Type.String(),
  live: Type.Boolean(),
  /** Set when a newer cookie has replaced it. */
  replaced: Type.Optional(Type.Object({ by: Type.String(), at: Type.String() })),
  /** Time of the person's sign-in. Undefined in records of older servers, like the rest. */
  signedInAt: Type.Optional(Type.String()),
  /** Written at most once an hour. */
  lastSeenAt: Type.Optional(Type.String()),
  browser: Type.Optional(Type.String()),
  system: Type.Optional(Type.String()),
})
export type SessionRecord = Static<typeof SessionRecordSchema>

export const sessions = defineCollection({
  name: 'sessions',
  schema: SessionRecordSchema,
  indexes: [{ equal: ['uid', 'live'] }, { order: 'expiresAt' }],
  hasFeed: true,
  expiresAt: ({ expiresAt }) => Date.parse(expiresAt),
})

/**
 * One per person who has ended sessions from another one, or all of them, or whose sessions an admin has ended. A
 * separate document, because a query for the last end would serialise the sign-ins of a person.
 */
export const sessionEnds = defineCollection({
  name: 'session-ends',
  schema: Type.Object({
    /** The person's uid. */
    id: Type.String(),
    lastAt: Type.String(),
  }),
  expiresAt: ({ lastAt }) => Date.parse(lastAt) + 2 * SESSION.recentSignIn,
})

/** A session's id in the store, which does not reveal its cookie. */
export const sessionIdOf = (cookie: string) => hash('sha256', cookie, 'base64url')

/** Enough to distinguish sessions in the audit log, too little to look one up. */
export const sessionHashOf = (sessionId: string) => sessionId.slice(0, 16)
