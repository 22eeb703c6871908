import { AccountDataSchema } from '#shared/accounts/account-data.ts'

import type { AccountDataExport } from './service.ts'

type Json = Record<string, unknown>
/** JSON text without properties that the schema does not list. */
type Serialize = (part: Json, schema: Json) => string

const SCHEMAS = AccountDataSchema.properties as object as Readonly<Record<string, Json>>

/** The export as JSON text, item by item, read at the speed of the download. A failure midway leaves invalid JSON. */
export async function* exportText({ exportedAt, parts }: AccountDataExport, serialize: Serialize) {
  yield `{\n"exportedAt": ${JSON.stringify(exportedAt)}`
  for (const { name, read } of parts) {
    const schema = SCHEMAS[name]
    if (!schema) throw new Error(`The export schema has no part named ${name}.`)
    yield `,\n"${name}": `
    const found = read()
    if (Symbol.asyncIterator in found) yield* listText(found, schema['items'] as Json, serialize)
    else yield serialize((await found) as Json, schema)
  }
  yield '\n}\n'
}

async function* listText(items: AsyncIterable<object>, schema: Json, serialize: Serialize) {
  let before = '['
  for await (const item of items) {
    yield `${before}\n${serialize(item as Json, schema)}`
    before = ','
  }
  yield before === '[' ? '[]' : '\n]'
}
