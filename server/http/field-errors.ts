import type { FastifyRequest, FastifySchemaValidationError } from 'fastify'

import * as m from '#shared/lib/messages.ts'

/** Fastify's type, with the additions of our compilers (`verbose`). */
type SchemaIssue = FastifySchemaValidationError & {
  parentSchema?: { explain?: () => string }
  data?: unknown
}
type Params = SchemaIssue['params']

/** Longer lists of choices are not spelled out. */
const MAX_CHOICES = 8
/** No form has more fields. */
const MAX_FIELDS = 50

/** Rules that a body of another shape violates. All others are about the values in it. */
const SHAPE = new Set(['type', 'required', 'additionalProperties', 'minItems', 'maxItems'])

/**
 * Errors of the values in a body, for a route with `attachValidation` whose service finds more of them.
 * @throws the error of Fastify for a body of another shape
 */
export function valueErrors({ validationError }: Pick<FastifyRequest, 'validationError'>) {
  if (!validationError) return new Map<string, string>()
  const { validation, validationContext } = validationError
  if (validationContext !== 'body' || validation.some(({ keyword }: SchemaIssue) => SHAPE.has(keyword)))
    throw validationError
  return new Map(Object.entries(fieldErrors(validation)))
}

/** Dotted path of each invalid field to its first error, in a sentence that a form shows beside the field. */
export function fieldErrors(issues: readonly SchemaIssue[]): Record<string, string> {
  const errors = new Map<string, string>()
  for (const issue of issues) {
    const path = fieldPath(issue)
    if (!errors.has(path) && errors.size < MAX_FIELDS) errors.set(path, messageOf(issue))
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
  if (keyword === 'minLength' && data === '') return m.fieldEmpty()
  const explained = parentSchema?.explain?.()
  if (keyword === 'enum' && explained) return explained
  return MESSAGES[keyword]?.(params) ?? explained ?? m.fieldFormat()
}

const MESSAGES: Readonly<Record<string, (params: Params) => string | undefined>> = {
  required: m.fieldRequired,
  additionalProperties: m.fieldUnknown,
  type: ({ type }) => TYPES[String(type)]?.(),
  minLength: ({ limit }) => m.fieldLeastCharacters({ count: Number(limit) }),
  maxLength: ({ limit }) => m.fieldMostCharacters({ count: Number(limit) }),
  minItems: ({ limit }) => m.fieldLeastItems({ count: Number(limit) }),
  maxItems: ({ limit }) => m.fieldMostItems({ count: Number(limit) }),
  uniqueItems: m.fieldUnique,
  minimum: ({ limit }) => m.fieldLeast({ limit: String(limit) }),
  maximum: ({ limit }) => m.fieldMost({ limit: String(limit) }),
  format: ({ format }) => FORMATS[String(format)]?.(),
  pattern: ({ pattern }) => PATTERNS[String(pattern)]?.(),
  enum: ({ allowedValues }) => oneOf(allowedValues as unknown[]),
  const: ({ allowedValue }) => oneOf([allowedValue]),
}

const TYPES: Readonly<Record<string, () => string>> = {
  string: m.fieldText,
  integer: m.fieldWholeNumber,
  number: m.fieldNumber,
  boolean: m.fieldBoolean,
  array: m.fieldList,
  object: m.fieldObject,
}

const FORMATS: Readonly<Record<string, () => string>> = {
  date: m.fieldDate,
  'date-time': m.fieldDateTime,
  uuid: m.fieldUuid,
}

/** Any other pattern has its own text in the schema keyword `explain`. */
const PATTERNS: Readonly<Record<string, () => string>> = {
  '\\S': m.fieldBlank,
  '^https://': m.fieldHttps,
}

function oneOf(choices: readonly unknown[]) {
  if (choices.length > MAX_CHOICES) return m.fieldChoice()
  if (choices.length === 1)
    return choices[0] === '' ? m.fieldNothing() : m.fieldConstant({ value: String(choices[0]) })
  return m.fieldOneOf({ values: choices.join(', ') })
}
