import type { TSchema } from 'typebox'

export type ScalarType = 'string' | 'number' | 'boolean'

/** The part of a schema that is read here: JSON Schema, whichever TypeBox builder made it. */
interface Shape {
  type?: string
  const?: unknown
  enum?: readonly unknown[]
  properties?: Record<string, Shape>
  items?: Shape
  anyOf?: readonly Shape[]
  allOf?: readonly Shape[]
}

/**
 * The scalar type of the field at a dotted path, or of the items of the array there. There must be exactly one,
 * because stores order values of different types differently, and SQLite has no booleans: 1 would be `true`.
 */
export function scalarTypeAt(
  schema: TSchema,
  path: string,
  within: 'field' | 'array',
): ScalarType | undefined {
  const leaves = path
    .split('.')
    .reduce<Shape[]>(
      (shapes, name) => shapes.flatMap((shape) => shape.properties?.[name] ?? []).flatMap(alternatives),
      alternatives(schema),
    )
  const scalars =
    within === 'field' ? leaves : leaves.flatMap(({ items }) => (items ? alternatives(items) : []))
  const types = new Set(scalars.flatMap(typesOf).filter((type) => type !== 'null'))
  const [only] = types
  return types.size === 1 && isScalarType(only) ? only : undefined
}

export function hasNestedArray(shape: Shape): boolean {
  return alternatives(shape).some(
    ({ items, properties = {} }) =>
      (items && (hasNestedArray(items) || alternatives(items).some((item) => item.items))) ||
      Object.values(properties).some(hasNestedArray),
  )
}

const alternatives = (shape: Shape): Shape[] => [
  shape,
  ...[...(shape.anyOf ?? []), ...(shape.allOf ?? [])].flatMap(alternatives),
]

function typesOf(shape: Shape): string[] {
  if (shape.type !== undefined) return [shape.type === 'integer' ? 'number' : shape.type]
  const values = shape.enum ?? ('const' in shape ? [shape.const] : [])
  return values.map((value) => (value === null ? 'null' : typeof value))
}

const isScalarType = (type: unknown): type is ScalarType =>
  type === 'string' || type === 'number' || type === 'boolean'
