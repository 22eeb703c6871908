import { Type, type TArray, type TSchema } from 'typebox'

import type { ExportedPart } from '#server/modules/account-data-part.ts'

import type { AccountDataExport } from './service.ts'

/** JSON text without properties that the schema does not list. */
type Serialize = (part: unknown, schema: TSchema) => string

/** The shape of the export: all stored data of a member that they are entitled to see. Others appear as ids only. */
export const exportSchema = (parts: readonly Pick<ExportedPart, 'name' | 'schema'>[]) =>
  Type.Object({
    exportedAt: Type.String(),
    ...Object.fromEntries(parts.map(({ name, schema }) => [name, schema])),
  })

/** The export as JSON text, item by item, read at the speed of the download. A failure midway leaves invalid JSON. */
export async function* exportText({ exportedAt, parts }: AccountDataExport, serialize: Serialize) {
  yield `{\n"exportedAt": ${JSON.stringify(exportedAt)}`
  for (const { name, schema, read } of parts) {
    yield `,\n"${name}": `
    const found = read()
    if (Symbol.asyncIterator in found) yield* listText(found, (schema as TArray).items, serialize)
    else yield serialize(await found, schema)
  }
  yield '\n}\n'
}

async function* listText(items: AsyncIterable<unknown>, schema: TSchema, serialize: Serialize) {
  let before = '['
  for await (const item of items) {
    yield `${before}\n${serialize(item, schema)}`
    before = ','
  }
  yield before === '[' ? '[]' : '\n]'
}
