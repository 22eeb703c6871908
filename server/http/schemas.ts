import { hash } from 'node:crypto'

import { SerializerSelector } from '@fastify/fast-json-stringify-compiler'
import { Ajv, type Options, type ValidateFunction } from 'ajv'
import formats from 'ajv-formats'
import type {
  FastifySchemaCompiler,
  FastifySerializerCompiler,
  preHandlerHookHandler,
  RouteOptions,
} from 'fastify'
import { Type, type TSchema } from 'typebox'

import * as m from '#shared/lib/messages.ts'
import { invalid } from '#server/lib/failure.ts'

const STRICT: Options = {
  strict: true,
  // The message of an error may come from its schema (`explain`).
  verbose: true,
  removeAdditional: false,
  useDefaults: true,
}

/** JSON bodies are not coerced; text (queries, parameters, headers) is coerced to its type. */
export const validatorCompiler: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) =>
  httpPart === 'body' ? compileBody(schema) : compileText(schema)

export const serializerCompiler: FastifySerializerCompiler<TSchema> = ({ schema }) => compileAnswer(schema)

const unused = new Set<() => unknown>()

const compileBody = onceForEach(validatorWith({ ...STRICT, coerceTypes: false }))
const compileText = onceForEach(validatorWith({ ...STRICT, coerceTypes: 'array' }))
const fastJson = SerializerSelector()({}, {})
const compileAnswer = onceForEach((schema) => {
  const serialize = whenUsed(() => fastJson({ schema, method: '', url: '', httpStatus: '' }))
  return (answer: unknown) => serialize()(answer)
})

/** Number of values up to which all errors of an input are collected. Forms are far smaller. */
const MAX_COLLECTED = 2_000

/**
 * A form shows all its errors at once. For a larger input the first error is enough: collecting those of 2 MB takes
 * seconds and hundreds of megabytes.
 */
function validatorWith(options: Options) {
  const [first, all] = [ajvWith(options), ajvWith({ ...options, allErrors: true })]
  return (schema: TSchema) => {
    const compiled = whenUsed(() => first.compile(schema))
    let collecting: ValidateFunction | undefined
    // Fastify reads the errors from the function, where Ajv leaves them.
    const validate: Validate = (input) => {
      let validator = compiled()
      let isValid = validator(input)
      if (!isValid && countValues(input, MAX_COLLECTED) < MAX_COLLECTED) {
        validator = collecting ??= all.compile(schema)
        isValid = validator(input)
      }
      validate.errors = validator.errors ?? null
      return isValid
    }
    return validate
  }
}

function ajvWith(options: Options) {
  const ajv = new Ajv(options)
  formats.default(ajv)
  ajv.addVocabulary(['explain'])
  return ajv
}

/** Counts the values in the input, including itself, up to `most`. JSON has a limited depth. */
function countValues(input: unknown, most: number): number {
  if (typeof input !== 'object' || input === null) return 1
  let count = 1
  for (const key in input) {
    if (count >= most) break
    count += countValues((input as Record<string, unknown>)[key], most - count)
  }
  return count
}

type Validate = Pick<ValidateFunction, 'errors'> & ((input: unknown) => boolean)

/**
 * Compiles equal schemas once: hundreds of routes share some, such as that of a problem. Keyed by a digest, because
 * the texts would take megabytes. Most are constants, of which the text is needed once.
 */
function onceForEach<R>(compile: (schema: TSchema) => R): (schema: TSchema) => R {
  const compiled = new Map<string, R>()
  const known = new WeakMap<TSchema, R>()
  const compileEqual = (schema: TSchema) =>
    compiled.getOrInsertComputed(hash('sha256', JSON.stringify(schema, withTexts)), () => compile(schema))
  return (schema) => known.getOrInsertComputed(schema, compileEqual)
}

/** Rules that equal schemas explain differently stay apart. */
const withTexts = (_name: string, value: unknown) =>
  typeof value === 'function' ? (value as () => unknown)() : value

/** Compiles on first use. A schema takes milliseconds and tens of kilobytes, all of them a good part of a start. */
function whenUsed<R>(compile: () => R): () => R {
  let compiled: R | undefined
  const use = () => {
    unused.delete(use)
    return (compiled ??= compile())
  }
  unused.add(use)
  return use
}

/**
 * Compiles schemas that no request has used yet. @throws when a schema is invalid, which otherwise only its first
 * request would show
 */
export function compileUnusedSchemas() {
  for (const compile of unused) compile()
}

const NOTHING = Type.Object({}, { additionalProperties: false })

/**
 * Rejects at start a route without a summary, or one that would take unchecked input: parameters without a schema,
 * or objects open to unknown keys unless they declare it (`additionalProperties: true`). A route without a schema
 * for its query or body accepts none.
 */
export function requireStrictSchemas(route: RouteOptions) {
  const { body, querystring, params, ...rest } = route.schema ?? {}
  const name = `${String(route.method)} ${route.url}`
  if (!rest.summary && !rest.hide) throw new Error(`${name} has no summary.`)
  if (/[:*]/.test(route.url) && !params)
    throw new Error(`${name} takes parameters but has no schema for them.`)
  for (const schema of [body, querystring]) {
    if (schema !== undefined && hasOpenObject(schema)) throw new Error(`${name} would accept unknown keys.`)
  }
  route.schema = {
    ...rest,
    querystring: querystring ?? NOTHING,
    // Fastify warns of keys that are undefined.
    ...(params !== undefined && { params }),
    ...(body !== undefined && { body }),
  }
  if (body === undefined) route.preValidation = [refuseBody, ...[route.preValidation ?? []].flat()]
}

/** Handlers return what they answer with; the status is that of the success in the route's schema. */
export function answerAsDeclared(route: RouteOptions) {
  const status = Object.keys(route.schema?.response ?? {}).find((code) => code.startsWith('2'))
  if (status === undefined || status === '200') return
  const declare: preHandlerHookHandler = (_request, reply, done) => {
    reply.code(Number(status))
    done()
  }
  route.preHandler = [...[route.preHandler ?? []].flat(), declare]
}

const refuseBody: NonNullable<Extract<RouteOptions['preValidation'], (...args: never) => unknown>> = (
  request,
  _reply,
  done,
) => done(request.body === undefined ? undefined : invalid('unexpected_body', m.problemBody()))

function hasOpenObject(schema: unknown): boolean {
  if (typeof schema !== 'object' || schema === null) return false
  const { type, additionalProperties, patternProperties } = schema as Record<string, unknown>
  if (type === 'object' && additionalProperties === undefined && !patternProperties) return true
  return Object.values(schema).some(hasOpenObject)
}
