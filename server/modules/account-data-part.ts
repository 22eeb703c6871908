import type { Static, TArray, TObject } from 'typebox'

import type { AnyCollection } from '#server/store/port.ts'

/** The personal data of one feature: how it is exported and deleted, or the reason why it is not. */
export type AccountDataPart = ExportedPart | UnexportedPart

/** The export has the properties that the schema lists, and no others that `exportOf` returns. */
export interface ExportedPart<Schema extends TArray | TObject = TArray | TObject> extends Part {
  schema: Schema
  /** A long list is an async iterable, read while it is written, so that it is never in memory as a whole. */
  exportOf: (memberId: string) => Promise<Static<Schema>> | ItemsOf<Schema>
}
type ItemsOf<Schema> = Schema extends TArray<infer Item> ? AsyncIterable<Static<Item>> : never

interface UnexportedPart extends Part {
  schema?: never
  exportOf: Reason
}

interface Part {
  /** Its key in the export. */
  name: string
  collections: readonly AnyCollection[]
  /** Idempotent, and safe to run concurrently: called again after a crash, and by two replicas at once. */
  forget: ((memberId: string) => Promise<unknown>) | Reason
}
type Reason = string

/** The part of a service that exports and deletes it. Checks the type that `exportOf` returns against the schema. */
export const exported = <Schema extends TArray | TObject>(
  about: Pick<ExportedPart<Schema>, 'name' | 'collections' | 'schema'>,
  { exportOf, forget }: Pick<ExportedPart<Schema>, 'exportOf' | 'forget'>,
): ExportedPart<Schema> => ({ ...about, exportOf, forget })
