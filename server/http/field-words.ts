import type { FastifySchemaValidationError } from 'fastify'

/** As Fastify's, with what our compilers add (`verbose`). */
type SchemaIssue = FastifySchemaValidationError & { parentSchema?: { explain?: string } }
type Params = SchemaIssue['params']

/** Beyond this many, naming the choices helps nobody. */
const MOST_CHOICES = 8
/** A body with more faults than any form has fields is not from a form. */
const MOST_FIELDS = 50

/** Dotted path of each wrong field to what is wrong with it; the first fault of a field speaks for it. */
export function wrongFields(faults: readonly SchemaIssue[]): Record<string, string> {
  const fields = new Map<string, string>()
  for (const fault of faults) {
    const path = fieldPath(fault)
    if (!fields.has(path) && fields.size < MOST_FIELDS) fields.set(path, inWords(fault))
  }
  return Object.fromEntries(fields)
}

function fieldPath({ instancePath, params }: SchemaIssue) {
  const inner = params['missingProperty'] ?? params['additionalProperty']
  const parts = [...instancePath.split('/').slice(1), ...(typeof inner === 'string' ? [inner] : [])]
  return (
    parts.map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~').slice(0, 100)).join('.') || 'body'
  )
}

const inWords = ({ keyword, params, parentSchema }: SchemaIssue) =>
  KEYWORDS[keyword]?.(params) ?? parentSchema?.explain ?? UNNAMED

const UNNAMED = 'has a form that is not accepted'

const KEYWORDS: Readonly<Record<string, (params: Params) => string | undefined>> = {
  required: () => 'is required',
  additionalProperties: () => 'is not a known field',
  type: ({ type }) => TYPES[String(type)],
  minLength: ({ limit }) =>
    limit === 1 ? 'must not be empty' : `must be at least ${Number(limit)} characters`,
  maxLength: ({ limit }) => `must be at most ${counted(limit, 'character', 'characters')}`,
  minItems: ({ limit }) => `must have at least ${counted(limit, 'entry', 'entries')}`,
  maxItems: ({ limit }) => `must have at most ${counted(limit, 'entry', 'entries')}`,
  uniqueItems: () => 'must not have the same entry twice',
  minimum: ({ limit }) => `must be at least ${Number(limit)}`,
  maximum: ({ limit }) => `must be at most ${Number(limit)}`,
  exclusiveMinimum: ({ limit }) => `must be more than ${Number(limit)}`,
  exclusiveMaximum: ({ limit }) => `must be less than ${Number(limit)}`,
  multipleOf: ({ multipleOf }) => `must be a multiple of ${Number(multipleOf)}`,
  format: ({ format }) => FORMATS[String(format)],
  pattern: ({ pattern }) => PATTERNS[String(pattern)],
  enum: ({ allowedValues }) => oneOf(allowedValues as unknown[]),
  const: ({ allowedValue }) => oneOf([allowedValue]),
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'must be text',
  integer: 'must be a whole number',
  number: 'must be a number',
  boolean: 'must be true or false',
  array: 'must be a list',
  object: 'must be a group of fields',
  null: 'must be empty',
}

const FORMATS: Readonly<Record<string, string>> = {
  email: 'must be an email address',
  uri: 'must be a full web address',
  date: 'must be a date like 2026-03-14',
  'date-time': 'must be a date and time with its offset, like 2026-03-14T18:30:00Z',
  uuid: 'must be a UUID',
}

/** Patterns that say something plain; others bring their own words with the schema keyword `explain`. */
const PATTERNS: Readonly<Record<string, string>> = {
  '\\S': 'must not be blank',
  '^https://': 'must start with https://',
}

const counted = (limit: unknown, one: string, many: string) => `${Number(limit)} ${limit === 1 ? one : many}`

function oneOf(choices: readonly unknown[]) {
  if (choices.length > MOST_CHOICES) return 'must be one of the choices offered'
  if (choices.length === 1) return choices[0] === '' ? 'must be empty' : `must be ${String(choices[0])}`
  return `must be one of ${choices.join(', ')}`
}
