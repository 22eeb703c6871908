import type { FastifySchemaValidationError } from 'fastify'

import { HTTPS_RULE } from '#shared/plain-link.ts'

/** Fastify's, with what our compilers add (`verbose`). */
type SchemaIssue = FastifySchemaValidationError & { parentSchema?: { explain?: string }; data?: unknown }
type Params = SchemaIssue['params']

/** A longer list of choices is not spelled out. */
const MOST_CHOICES = 8
/** No form has more fields. */
const MOST_FIELDS = 50

/** Dotted path of each invalid field to its first error, in a sentence that a form shows beside the field. */
export function fieldErrors(issues: readonly SchemaIssue[]): Record<string, string> {
  const errors = new Map<string, string>()
  for (const issue of issues) {
    const path = fieldPath(issue)
    if (!errors.has(path) && errors.size < MOST_FIELDS) errors.set(path, messageOf(issue))
  }
  return Object.fromEntries(errors)
}

function fieldPath({ instancePath, params }: SchemaIssue) {
  const inner = params['missingProperty'] ?? params['additionalProperty']
  const parts = [...instancePath.split('/').slice(1), ...(typeof inner === 'string' ? [inner] : [])]
  return (
    parts.map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~').slice(0, 100)).join('.') || 'body'
  )
}

function messageOf({ keyword, params, parentSchema, data }: SchemaIssue) {
  if (keyword === 'minLength' && data === '') return EMPTY
  return MESSAGES[keyword]?.(params) ?? parentSchema?.explain ?? OTHER
}

const EMPTY = 'This field can’t be empty.'
const OTHER = 'This format isn’t accepted.'

const MESSAGES: Readonly<Record<string, (params: Params) => string | undefined>> = {
  required: () => 'This field is required.',
  additionalProperties: () => 'This field isn’t known.',
  type: ({ type }) => TYPES[String(type)],
  minLength: ({ limit }) => `Enter at least ${counted(limit, 'character', 'characters')}.`,
  maxLength: ({ limit }) => `Enter at most ${counted(limit, 'character', 'characters')}.`,
  minItems: ({ limit }) => `Add at least ${counted(limit, 'item', 'items')}.`,
  maxItems: ({ limit }) => `Add at most ${counted(limit, 'item', 'items')}.`,
  uniqueItems: () => 'Add each item only once.',
  minimum: ({ limit }) => `Enter ${Number(limit)} or more.`,
  maximum: ({ limit }) => `Enter ${Number(limit)} or less.`,
  exclusiveMinimum: ({ limit }) => `Enter more than ${Number(limit)}.`,
  exclusiveMaximum: ({ limit }) => `Enter less than ${Number(limit)}.`,
  multipleOf: ({ multipleOf }) => `Enter a multiple of ${Number(multipleOf)}.`,
  format: ({ format }) => FORMATS[String(format)],
  pattern: ({ pattern }) => PATTERNS[String(pattern)],
  enum: ({ allowedValues }) => oneOf(allowedValues as unknown[]),
  const: ({ allowedValue }) => oneOf([allowedValue]),
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'Enter text.',
  integer: 'Enter a whole number.',
  number: 'Enter a number.',
  boolean: 'This must be true or false.',
  array: 'This must be a list.',
  object: 'This must be an object.',
  null: 'This must be empty.',
}

const FORMATS: Readonly<Record<string, string>> = {
  email: 'Enter an email, like name@example.org.',
  uri: 'Enter a full web address, like https://example.org.',
  date: 'Enter a date like 2026-03-14.',
  'date-time': 'Enter a date and time with its offset, like 2026-03-14T18:30:00Z.',
  uuid: 'Enter a UUID.',
}

/** Any other pattern brings its own sentence in the schema keyword `explain`. */
const PATTERNS: Readonly<Record<string, string>> = {
  '\\S': 'This field can’t be blank.',
  '^https://': HTTPS_RULE,
}

const counted = (limit: unknown, one: string, many: string) => `${Number(limit)} ${limit === 1 ? one : many}`

function oneOf(choices: readonly unknown[]) {
  if (choices.length > MOST_CHOICES) return 'Choose one of the options.'
  if (choices.length === 1)
    return choices[0] === '' ? 'This must be empty.' : `This must be ${String(choices[0])}.`
  return `Choose one of ${choices.join(', ')}.`
}
