import type { Answer, Body, FileRoute, Params, Query, Route } from '#shared/api.ts'
import { givenParams } from '#shared/lib/query.ts'

import { call, callOnce, type CallOptions } from './http.ts'

type Part<Name extends string, Value> = [Value] extends [undefined]
  ? unknown
  : Partial<Value> extends Value
    ? { [N in Name]?: Value }
    : { [N in Name]: Value }

/** Input of the route, and options of the call. The request of a file states its media type. */
export type RequestOptions<R extends Route> = Omit<CallOptions, 'method' | 'body' | 'file'> &
  Part<'params', Params<R>> &
  Part<'query', Query<R>> &
  Part<'body', Body<R>> &
  (R extends FileRoute ? Required<Pick<CallOptions, 'file'>> : unknown)

export type Rest<Options> = Partial<Options> extends Options ? [options?: Options] : [options: Options]

/** Calls a route of our own server. Input and answer have the types of the server's schemas. */
type Request = <R extends Route>(route: R, ...options: Rest<RequestOptions<R>>) => Promise<Answer<R>>

type Given = CallOptions & { params?: Texts; query?: Texts }
type Texts = Readonly<Record<string, string>>

/** Leaves empty parameters out of the query. */
const through = (send: typeof call) =>
  ((route: Route, { params, query = {}, ...options }: Given = {}) => {
    const [method, path] = route.split(' ') as [NonNullable<CallOptions['method']>, string]
    const texts = givenParams(query)
    const url = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params![name]!))
    return send(texts[0] ? `${url}?${new URLSearchParams(texts)}` : url, { ...options, method })
  }) as Request

export const request = through(call)

/** Like `request`, but a 401 is the answer: for the calls that start and end the session itself. */
export const requestOnce = through(callOnce)
