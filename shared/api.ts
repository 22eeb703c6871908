import type { Static, TSchema } from 'typebox'

import type { accountsApi } from './accounts/api.ts'
import type { adminApi } from './admin/api.ts'
import type { settingsApi } from './admin/settings-api.ts'
import type { attendanceApi } from './attendance/api.ts'
import type { calendarApi } from './calendar/api.ts'
import type { chaptersApi } from './chapters/api.ts'
import type { communityApi } from './community/api.ts'
import type { conversationApi } from './conversation/api.ts'
import type { dashboardApi } from './dashboard/api.ts'
import type { eventsApi } from './events/api.ts'
import type { meetingsApi } from './meetings/api.ts'
import type { moderationApi } from './moderation/api.ts'
import type { notificationsApi } from './notifications/api.ts'
import type { operationsApi } from './operations/api.ts'
import type { peopleApi } from './people/api.ts'
import type { prestigeApi } from './prestige/api.ts'
import type { programmeApi } from './programme/api.ts'
import type { roundsApi } from './rounds/api.ts'
import type { searchApi } from './search/api.ts'

/** Every route of the API, by method and path: the source of the server's schemas and of the client's types. */
export type Api = typeof accountsApi &
  typeof adminApi &
  typeof settingsApi &
  typeof attendanceApi &
  typeof calendarApi &
  typeof chaptersApi &
  typeof communityApi &
  typeof conversationApi &
  typeof dashboardApi &
  typeof eventsApi &
  typeof meetingsApi &
  typeof moderationApi &
  typeof notificationsApi &
  typeof operationsApi &
  typeof peopleApi &
  typeof prestigeApi &
  typeof programmeApi &
  typeof roundsApi &
  typeof searchApi

/** For example `GET /api/events/:eventId`. */
export type Route = keyof Api

type PartOf<R extends Route, Name extends string> =
  Api[R] extends Record<Name, infer S extends TSchema> ? Static<S> : undefined

export type Params<R extends Route> = PartOf<R, 'params'>
export type Body<R extends Route> = Sent<PartOf<R, 'body'>>

/** The read-only form of a type: what is sent is not changed on the way. */
type Sent<T> = T extends readonly (infer Item)[]
  ? readonly Sent<Item>[]
  : T extends object
    ? { [Name in keyof T]: Sent<T[Name]> }
    : T

type IfOptional<T, Name extends keyof T, Then> = Partial<Pick<T, Name>> extends Pick<T, Name> ? Then : never
type WithEmpty<Q> = { [Name in keyof Q]: Q[Name] | IfOptional<Q, Name, '' | undefined> }

/** Empty values in the URL of a screen are left out of the request. */
export type Query<R extends Route> = PartOf<R, 'querystring'> extends infer Q ? WithEmpty<Q> : never

/** Filters of a list, as the URL of a screen has them. An empty one filters nothing. */
export type FilterOf<R extends Route> = {
  [Name in Exclude<keyof Query<R>, 'cursor'>]-?: Exclude<Query<R>[Name], undefined>
}

/** Type of a successful response; `void` when it has no body. */
export type Answer<R extends Route> = R extends FileRoute ? Blob : AnswerOf<Api[R]['response']>
type AnswerOf<Responses> = Responses extends
  | { 200: infer S extends TSchema }
  | { 201: infer S extends TSchema }
  ? Static<S>
  : void

/** Routes that answer with a file. */
export type FileRoute = {
  [R in Route]: Api[R]['response'] extends { 200: { content: object } } ? R : never
}[Route]
