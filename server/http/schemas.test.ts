import type { RouteOptions } from 'fastify'
import { Type, type TSchema } from 'typebox'
import { describe, expect, test } from 'vitest'

import { ProfileEditSchema } from '#shared/members.ts'

import { wrongFields } from './field-words.ts'
import { createValidatorCompiler, requireStrictSchemas } from './schemas.ts'

const compile = createValidatorCompiler()

function check(schema: TSchema, value: unknown, httpPart = 'body') {
  const validate = compile({ schema, method: 'POST', url: '/', httpPart })
  const valid = validate(value)
  return { valid, fields: wrongFields(valid === true ? [] : (validate.errors ?? [])) }
}

const closed = (properties: Record<string, TSchema>) =>
  Type.Object(properties, { additionalProperties: false })

describe('what is wrong with a field, in words', () => {
  test.each<[TSchema, unknown, string]>([
    [Type.String(), 7, 'must be text'],
    [Type.Integer(), 1.5, 'must be a whole number'],
    [Type.Number(), 'x', 'must be a number'],
    [Type.Boolean(), 'yes', 'must be true or false'],
    [Type.Array(Type.String()), {}, 'must be a list'],
    [closed({}), [], 'must be a group of fields'],
    [Type.String({ minLength: 1 }), '', 'must not be empty'],
    [Type.String({ minLength: 2 }), 'x', 'must be at least 2 characters'],
    [Type.String({ maxLength: 3 }), 'four', 'must be at most 3 characters'],
    [Type.String({ maxLength: 1 }), 'two', 'must be at most 1 character'],
    [Type.Array(Type.Any(), { minItems: 1 }), [], 'must have at least 1 entry'],
    [Type.Array(Type.Any(), { maxItems: 2 }), [1, 2, 3], 'must have at most 2 entries'],
    [Type.Array(Type.Any(), { uniqueItems: true }), [1, 1], 'must not have the same entry twice'],
    [Type.Integer({ minimum: 15 }), 14, 'must be at least 15'],
    [Type.Integer({ maximum: 120 }), 121, 'must be at most 120'],
    [Type.Number({ exclusiveMinimum: 0 }), 0, 'must be more than 0'],
    [Type.Number({ exclusiveMaximum: 9 }), 9, 'must be less than 9'],
    [Type.Integer({ multipleOf: 5 }), 7, 'must be a multiple of 5'],
    [Type.String({ format: 'email' }), 'x', 'must be an email address'],
    [Type.String({ format: 'uri' }), 'x', 'must be a full web address'],
    [Type.String({ format: 'date' }), '2026-02-30', 'must be a date like 2026-03-14'],
    [
      Type.String({ format: 'date-time' }),
      'now',
      'must be a date and time with its offset, like 2026-03-14T18:30:00Z',
    ],
    [Type.String({ format: 'uuid' }), 'x', 'must be a UUID'],
    [Type.String({ format: 'ipv4' }), 'x', 'has a form that is not accepted'],
    [Type.String({ pattern: '\\S' }), '  ', 'must not be blank'],
    [Type.String({ pattern: '^https://' }), 'http://x', 'must start with https://'],
    [Type.String({ pattern: '^x$' }), 'y', 'has a form that is not accepted'],
    [Type.String({ pattern: '^x$', explain: 'must be an x' }), 'y', 'must be an x'],
    [
      Type.String({ pattern: '^x$', maxLength: 1, explain: 'must be an x' }),
      'xx',
      'must be at most 1 character',
    ],
    [Type.Enum(['a', 'b']), 'c', 'must be one of a, b'],
    [Type.Enum('abcdefghi'.split('')), 'z', 'must be one of the choices offered'],
    [Type.Literal('a'), 'b', 'must be a'],
    [Type.Union([Type.Enum(['a', 'b']), Type.Literal('')]), 'c', 'must be one of a, b'],
  ])('%j given %j', (schema, value, words) => {
    expect(check(closed({ field: schema }), { field: value }).fields).toEqual({ field: words })
  })

  test('every field that is wrong, by its path', () => {
    const schema = closed({
      name: Type.String(),
      address: closed({ city: Type.String({ maxLength: 3 }) }),
      tags: Type.Array(Type.String()),
    })
    expect(check(schema, { address: { city: 'Bern' }, tags: ['a', 1], 'x/y~z': 1 }).fields).toEqual({
      name: 'is required',
      'address.city': 'must be at most 3 characters',
      'tags.1': 'must be text',
      'x/y~z': 'is not a known field',
    })
  })

  test('nobody gets a list without end', () => {
    const unknown = Object.fromEntries(
      Array.from({ length: 500 }, (_, index) => [`${'k'.repeat(200)}${index}`, 1]),
    )
    const { fields } = check(closed({}), unknown)
    expect(Object.keys(fields).length).toBeLessThanOrEqual(50)
    expect(Math.max(...Object.keys(fields).map((key) => key.length))).toBeLessThanOrEqual(100)
  })

  test('a profile in astral letters counts characters, not code units', () => {
    const { displayName } = ProfileEditSchema.properties
    expect(check(closed({ displayName }), { displayName: '🏛'.repeat(80) }).valid).toBe(true)
  })
})

test('what comes as text is turned into its type, what comes as JSON is not', () => {
  const schema = closed({ limit: Type.Integer(), tag: Type.Optional(Type.Array(Type.String())) })
  const query = { limit: '24', tag: 'one' }
  expect(check(schema, query, 'querystring').valid).toBe(true)
  expect(query).toEqual({ limit: 24, tag: ['one'] })
  expect(check(schema, { limit: '24' }).fields).toEqual({ limit: 'must be a whole number' })
  expect(check(schema, { limit: ['1', '2'] }, 'querystring').valid).toBe(false)
})

const route = (url: string, schema: RouteOptions['schema']) =>
  ({ method: 'POST', url, schema }) as RouteOptions

describe('a route that would take unchecked input does not start', () => {
  test.each<[string, RouteOptions, string]>([
    ['parameters without a schema', route('/:id', {}), 'takes parameters'],
    ['an open body', route('/', { body: Type.Object({}) }), 'would accept unknown keys'],
    [
      'an open object within',
      route('/', { body: closed({ a: Type.Array(Type.Object({})) }) }),
      'would accept unknown keys',
    ],
    ['an open query', route('/', { querystring: Type.Object({}) }), 'would accept unknown keys'],
  ])('%s', (_what, options, words) => {
    expect(() => requireStrictSchemas(options)).toThrow(words)
  })

  test('a closed one does', () => {
    const body = closed({ names: Type.Record(Type.String({ pattern: '^[a-z]+$' }), Type.String()) })
    expect(() =>
      requireStrictSchemas(route('/:id', { body, params: closed({ id: Type.String() }) })),
    ).not.toThrow()
  })
})
