import type { RouteOptions } from 'fastify'
import { Type, type TSchema } from 'typebox'
import { describe, expect, test } from 'vitest'

import * as m from '#shared/lib/messages.ts'
import { ProfileEditSchema } from '#shared/people/members.ts'
import { inLanguage } from '#server/lib/language.ts'

import { fieldErrors } from './field-errors.ts'
import { compileUnusedSchemas, requireStrictSchemas, validatorCompiler } from './schemas.ts'

function check(schema: TSchema, value: unknown, httpPart = 'body') {
  const validate = validatorCompiler({ schema, method: 'POST', url: '/', httpPart })
  const valid = validate(value)
  return { valid, fields: fieldErrors(valid === true ? [] : (validate.errors ?? [])) }
}

const closed = (properties: Record<string, TSchema>) =>
  Type.Object(properties, { additionalProperties: false })

describe('a field error is a sentence', () => {
  test.each<[TSchema, unknown, string]>([
    [Type.String(), 7, 'Enter text.'],
    [Type.Integer(), 1.5, 'Enter a whole number.'],
    [Type.Number(), 'x', 'Enter a number.'],
    [Type.Boolean(), 'yes', 'This must be true or false.'],
    [Type.Array(Type.String()), {}, 'This must be a list.'],
    [closed({}), [], 'This must be an object.'],
    [Type.String({ minLength: 1 }), '', 'This field can’t be empty.'],
    [Type.String({ minLength: 3 }), '', 'This field can’t be empty.'],
    [Type.String({ minLength: 2 }), 'x', 'Enter at least 2 characters.'],
    [Type.String({ maxLength: 3 }), 'four', 'Enter at most 3 characters.'],
    [Type.String({ maxLength: 1 }), 'two', 'Enter at most 1 character.'],
    [Type.Array(Type.Any(), { minItems: 1 }), [], 'Add at least 1 item.'],
    [Type.Array(Type.Any(), { maxItems: 2 }), [1, 2, 3], 'Add at most 2 items.'],
    [Type.Array(Type.Any(), { uniqueItems: true }), [1, 1], 'Add each item only once.'],
    [Type.Integer({ minimum: 15 }), 14, 'Enter 15 or more.'],
    [Type.Integer({ maximum: 120 }), 121, 'Enter 120 or less.'],
    [Type.String({ format: 'date' }), '2026-02-30', 'Enter a date like 2026-03-14.'],
    [
      Type.String({ format: 'date-time' }),
      'now',
      'Enter a date and time with its offset, like 2026-03-14T18:30:00Z.',
    ],
    [Type.String({ format: 'uuid' }), 'x', 'Enter a UUID.'],
    [Type.String({ format: 'ipv4' }), 'x', 'This format isn’t accepted.'],
    [Type.String({ pattern: '\\S' }), '  ', 'This field can’t be blank.'],
    [Type.String({ pattern: '^https://' }), 'http://x', 'Enter an address that starts with https://.'],
    [Type.String({ pattern: '^x$' }), 'y', 'This format isn’t accepted.'],
    [Type.String({ pattern: '^x$', explain: () => 'Enter an x.' }), 'y', 'Enter an x.'],
    [
      Type.String({ pattern: '^x$', maxLength: 1, explain: () => 'Enter an x.' }),
      'xx',
      'Enter at most 1 character.',
    ],
    [Type.Enum(['a', 'b']), 'c', 'Choose one of a, b.'],
    [Type.Enum('abcdefghi'.split('')), 'z', 'Choose one of the options.'],
    [Type.Literal('a'), 'b', 'This must be a.'],
    [Type.Union([Type.Enum(['a', 'b']), Type.Literal('')]), 'c', 'Choose one of a, b.'],
  ])('a field error is a sentence: %j given %j', (schema, value, words) => {
    expect(check(closed({ field: schema }), { field: value }).fields).toEqual({ field: words })
  })

  test('field errors, including those from a schema, are in the language of the request', () => {
    const schema = closed({
      name: Type.String({ maxLength: 3 }),
      at: Type.String({ pattern: '^[12]', explain: m.fieldYear }),
    })
    expect(inLanguage('de', () => check(schema, { name: 'four', at: '0' }).fields)).toEqual({
      name: 'Gib höchstens 3 Zeichen ein.',
      at: 'Gib ein Jahr zwischen 1000 und 2999 ein.',
    })
  })

  test('schemas that differ only in their error texts keep their own texts', () => {
    const explained = (text: string) => closed({ x: Type.String({ pattern: '^x$', explain: () => text }) })
    expect(check(explained('One.'), { x: 'y' }).fields).toEqual({ x: 'One.' })
    expect(check(explained('Two.'), { x: 'y' }).fields).toEqual({ x: 'Two.' })
  })

  test('every invalid field is named by its path', () => {
    const schema = closed({
      name: Type.String(),
      address: closed({ city: Type.String({ maxLength: 3 }) }),
      tags: Type.Array(Type.String()),
    })
    expect(check(schema, { address: { city: 'Bern' }, tags: ['a', 1], 'x/y~z': 1 }).fields).toEqual({
      name: 'This field is required.',
      'address.city': 'Enter at most 3 characters.',
      'tags.1': 'Enter text.',
      'x/y~z': 'This field isn’t known.',
    })
  })

  test('the list of field errors is bounded', () => {
    const unknown = Object.fromEntries(
      Array.from({ length: 500 }, (_, index) => [`${'k'.repeat(200)}${index}`, 1]),
    )
    const { fields } = check(closed({}), unknown)
    expect(Object.keys(fields).length).toBeLessThanOrEqual(50)
    expect(Math.max(...Object.keys(fields).map((key) => key.length))).toBeLessThanOrEqual(100)
  })

  test('an input that is too large for a form gets only the first error', () => {
    const row = closed({ name: Type.String(), email: Type.String() })
    const schema = closed({ rows: Type.Array(row, { maxItems: 1_000_000 }) })
    const rows = Array.from({ length: 200_000 }, () => ({}))
    // Compiles the schema before the timing starts.
    check(schema, { rows: rows.slice(0, 2_500) })
    const before = process.threadCpuUsage()
    expect(check(schema, { rows }).fields).toEqual({ 'rows.0.name': 'This field is required.' })
    expect(process.threadCpuUsage(before).user / 1_000).toBeLessThan(100)
    expect(Object.keys(check(schema, { rows: rows.slice(0, 10) }).fields)).toHaveLength(20)
  })

  test('lengths count characters, not code units', () => {
    const { displayName } = ProfileEditSchema.properties
    expect(check(closed({ displayName }), { displayName: '🏛'.repeat(80) }).valid).toBe(true)
  })
})

test('queries are coerced to their types, JSON bodies are not', () => {
  const schema = closed({ limit: Type.Integer(), tag: Type.Optional(Type.Array(Type.String())) })
  const query = { limit: '24', tag: 'one' }
  expect(check(schema, query, 'querystring').valid).toBe(true)
  expect(query).toEqual({ limit: 24, tag: ['one'] })
  expect(check(schema, { limit: '24' }).fields).toEqual({ limit: 'Enter a whole number.' })
  expect(check(schema, { limit: ['1', '2'] }, 'querystring').valid).toBe(false)
})

test('a schema is compiled at its first use, and an invalid schema is detected without a request', () => {
  const wrong = closed({ name: Type.String({ maximum: 3 }) })
  const validate = validatorCompiler({ schema: wrong, method: 'POST', url: '/', httpPart: 'body' })
  expect(compileUnusedSchemas).toThrow('strict mode')
  expect(() => validate({ name: 'x' })).toThrow('strict mode')
})

const route = (url: string, schema: RouteOptions['schema']) =>
  ({ method: 'POST', url, schema: { summary: 'Do it', ...schema } }) as RouteOptions

test('a route without a summary does not start', () => {
  expect(() => requireStrictSchemas({ method: 'GET', url: '/', schema: {} } as RouteOptions)).toThrow(
    'has no summary',
  )
})

describe('the schemas of a route', () => {
  test.each<[string, RouteOptions, string]>([
    ['parameters without a schema', route('/:id', {}), 'takes parameters'],
    ['an open body', route('/', { body: Type.Object({}) }), 'would accept unknown keys'],
    [
      'an open object within',
      route('/', { body: closed({ a: Type.Array(Type.Object({})) }) }),
      'would accept unknown keys',
    ],
    ['an open query', route('/', { querystring: Type.Object({}) }), 'would accept unknown keys'],
  ])('a route does not start if it would accept unchecked input: %s', (_what, options, words) => {
    expect(() => requireStrictSchemas(options)).toThrow(words)
  })

  test('a route with closed schemas starts', () => {
    const body = closed({ names: Type.Record(Type.String({ pattern: '^[a-z]+$' }), Type.String()) })
    expect(() =>
      requireStrictSchemas(route('/:id', { body, params: closed({ id: Type.String() }) })),
    ).not.toThrow()
  })
})
