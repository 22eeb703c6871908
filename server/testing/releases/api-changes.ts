export interface Schema {
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  type?: string
  pattern?: string
  items?: Schema
  required?: string[]
  properties?: Record<string, Schema>
  additionalProperties?: unknown
  minLength?: number
  minItems?: number
  minimum?: number
  maxLength?: number
  maxItems?: number
  maximum?: number
}
type Content = { content?: Record<string, { schema: Schema }> }
export interface Operation {
  parameters?: { name: string; in: string; required?: boolean; schema: Schema }[]
  requestBody?: Content
  responses: Record<string, Content>
}
export interface ApiDescription {
  paths: Record<string, Record<string, Operation>>
}

/** A page checks no limits and ignores properties that it does not know. The server refuses both. */
type Reader = 'page' | 'server'

const LOWER = ['minLength', 'minItems', 'minimum'] as const
const UPPER = ['maxLength', 'maxItems', 'maximum'] as const

/**
 * Changes of the API because of which a page that was built for the earlier one could fail: calls that the present one
 * refuses, and answers that the page does not know.
 * @returns a line each, such as `GET /api/me 200.role: "host" is new`
 */
export const breakingChanges = (before: ApiDescription, now: ApiDescription) =>
  Object.entries(before.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      const name = `${method.toUpperCase()} ${path}`
      const present = now.paths[path]?.[method]
      return present ? changesOf(operation, present, name) : [`${name}: no longer exists`]
    }),
  )

const changesOf = (before: Operation, now: Operation, name: string) => [
  ...mismatches('server', schemaOf(now.requestBody), schemaOf(before.requestBody), `${name} body`),
  ...mismatches('server', parametersOf(now), parametersOf(before), `${name} parameters`),
  ...Object.entries(now.responses).flatMap(([status, answer]) =>
    before.responses[status]
      ? mismatches('page', schemaOf(before.responses[status]), schemaOf(answer), `${name} ${status}`)
      : [`${name} ${status}: is new`],
  ),
]

const schemaOf = (from: Content | undefined): Schema => Object.values(from?.content ?? {})[0]?.schema ?? {}

function parametersOf({ parameters = [] }: Operation): Schema {
  const named = parameters.map((each) => [`${each.in} ${each.name}`, each] as const)
  return {
    type: 'object',
    required: named.flatMap(([name, { required }]) => (required ? [name] : [])),
    properties: Object.fromEntries(named.map(([name, { schema }]) => [name, schema])),
    additionalProperties: false,
  }
}

const valuesOf = (schema: Schema) =>
  alternativesOf(schema).every((each) => 'const' in each)
    ? alternativesOf(schema).map((each) => each.const)
    : schema.enum
const alternativesOf = (schema: Schema) => schema.anyOf ?? [schema]

/** The ways in which what is written, which the second schema describes, can differ from what the first accepts. */
function mismatches(reader: Reader, accepted: Schema, written: Schema, at: string): string[] {
  const [known, sent] = [valuesOf(accepted), valuesOf(written)]
  if (known && !sent) return [`${at}: can have other values`]
  if (known && sent)
    return sent.flatMap((value) => (known.includes(value) ? [] : [`${at}: ${JSON.stringify(value)} is new`]))
  if (accepted.anyOf ?? written.anyOf)
    return alternativesOf(written).flatMap((each, index) =>
      alternativesOf(accepted).some((other) => mismatches(reader, other, each, at).length === 0)
        ? []
        : [`${at}: alternative ${index + 1} is new`],
    )
  if (accepted.type !== undefined && accepted.type !== written.type)
    return [`${at}: ${written.type} instead of ${accepted.type}`]
  return [
    ...(reader === 'server' ? narrowerLimits(accepted, written) : []).map(
      (name) => `${at}: ${name} is narrower`,
    ),
    ...missingProperties(accepted, written).map((name) => `${at}.${name}: can be missing`),
    ...(accepted.items && written.items ? mismatches(reader, accepted.items, written.items, `${at}[]`) : []),
    ...Object.entries(written.properties ?? {}).flatMap(([name, property]) => {
      const own = accepted.properties?.[name]
      if (own) return mismatches(reader, own, property, `${at}.${name}`)
      return reader === 'server' && accepted.additionalProperties === false
        ? [`${at}.${name}: is refused`]
        : []
    }),
  ]
}

const missingProperties = ({ required = [] }: Schema, written: Schema) =>
  required.filter((name) => !written.required?.includes(name))

const narrowerLimits = (accepted: Schema, written: Schema) => [
  ...LOWER.filter((limit) => (accepted[limit] ?? -Infinity) > (written[limit] ?? -Infinity)),
  ...UPPER.filter((limit) => (accepted[limit] ?? Infinity) < (written[limit] ?? Infinity)),
  ...(accepted.pattern === undefined || accepted.pattern === written.pattern ? [] : ['pattern']),
]
