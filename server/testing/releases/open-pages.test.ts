import { expect, onTestFinished, test } from 'vitest'

import { startTestApp } from '#server/testing/app.ts'

import { type ApiDescription, breakingChanges, type Schema } from './api-changes.ts'
import { RELEASES, sampleOf } from './samples.ts'

const json = (schema: Schema) => ({ content: { 'application/json': { schema } } })
const object = (properties: Record<string, Schema>, required = Object.keys(properties)): Schema => ({
  type: 'object',
  required,
  properties,
  additionalProperties: false,
})
const text: Schema = { type: 'string', maxLength: 80 }
const oneOf = (...values: string[]): Schema => ({
  anyOf: values.map((value) => ({ type: 'string', const: value })),
})

interface Api {
  body?: Schema
  answer?: Schema
  query?: Record<string, boolean>
  status?: string
  path?: string
}
const api = ({ body = text, answer = text, query = {}, status = '200', path = '/api/me' }: Api) => ({
  paths: {
    [path]: {
      put: {
        parameters: Object.entries(query).map(([name, required]) => ({
          name,
          in: 'query',
          required,
          schema: text,
        })),
        requestBody: json(body),
        responses: { [status]: json(answer) },
      },
    },
  },
})

const BREAKING: readonly [change: string, before: Api, now: Api, named: string][] = [
  ['a route that is gone', {}, { path: '/api/you' }, 'PUT /api/me: no longer exists'],
  ['another status', {}, { status: '201' }, 'PUT /api/me 201: is new'],
  [
    'a new required parameter',
    {},
    { query: { day: true } },
    'PUT /api/me parameters.query day: can be missing',
  ],
  ['a parameter that is gone', { query: { day: false } }, {}, 'PUT /api/me parameters.query day: is refused'],
  [
    'a new required field of a request',
    { body: object({ a: text }) },
    { body: object({ a: text, b: text }) },
    'PUT /api/me body.b: can be missing',
  ],
  [
    'a field of a request that is gone',
    { body: object({ a: text, b: text }) },
    { body: object({ a: text }) },
    'PUT /api/me body.b: is refused',
  ],
  ['a shorter text', {}, { body: { ...text, maxLength: 40 } }, 'PUT /api/me body: maxLength is narrower'],
  ['a new pattern', {}, { body: { ...text, pattern: '^a' } }, 'PUT /api/me body: pattern is narrower'],
  [
    'a value that is no longer accepted',
    { body: oneOf('a', 'b') },
    { body: oneOf('a') },
    'PUT /api/me body: "b" is new',
  ],
  ['values instead of any text', {}, { body: oneOf('a') }, 'PUT /api/me body: can have other values'],
  [
    'a field of an answer that can be missing',
    { answer: object({ a: text }) },
    { answer: object({ a: text }, []) },
    'PUT /api/me 200.a: can be missing',
  ],
  [
    'another type in a list',
    { answer: { type: 'array', items: text } },
    { answer: { type: 'array', items: { type: 'number' } } },
    'PUT /api/me 200[]: number instead of string',
  ],
  [
    'a value of an answer that pages do not know',
    { answer: oneOf('a') },
    { answer: oneOf('a', 'b') },
    'PUT /api/me 200: "b" is new',
  ],
  [
    'an alternative that pages do not know',
    { answer: { anyOf: [object({ a: text }), { type: 'null' }] } },
    { answer: { anyOf: [object({ b: text }), { type: 'null' }] } },
    'PUT /api/me 200: alternative 1 is new',
  ],
]

test.for(BREAKING)(
  'a change of the API that open pages cannot work with is found: %s',
  ([, before, now, named]) => {
    expect(breakingChanges(api(before), api(now))).toEqual([named])
  },
)

test.for<[string, Api, Api]>([
  [
    'a new optional field of a request',
    { body: object({ a: text }) },
    { body: object({ a: text, b: text }, ['a']) },
  ],
  ['a new field of an answer', { answer: object({ a: text }) }, { answer: object({ a: text, b: text }) }],
  ['a longer text', { body: text }, { body: { ...text, maxLength: 90 } }],
  ['a new optional parameter', {}, { query: { day: false } }],
  ['fewer values in answers', { answer: oneOf('a', 'b') }, { answer: oneOf('a') }],
])('a change of the API that open pages can work with is none: %s', ([, before, now]) => {
  expect(breakingChanges(api(before), api(now))).toEqual([])
})

test('every call of an open page of the last release still works with this API', async () => {
  const app = await startTestApp({ liftRateLimits: true })
  onTestFinished(app.close)
  const before = JSON.parse(sampleOf(RELEASES.at(-1)!, 'api').toString()) as ApiDescription
  const now = (await app.visitor('GET', '/api/openapi.json')).json<ApiDescription>()
  expect(breakingChanges(before, now), 'Raise API_VERSION and make a sample of the release').toEqual([])
})
