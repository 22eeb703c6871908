import type { Declared } from './declaration.ts'
import { InvalidDocument, type StoredDocument, StoreUnavailable } from './port.ts'

const ID = /^(?!\.{1,2}$|__.*__$)[A-Za-z0-9_\-:.]{1,128}$/
/** Firestore's limit is 1 MiB by its own count; this stays under it for anything but long lists of numbers. */
const MAX_BYTES = 1_000_000
// In JSON text an unescaped quote before a colon can only end a key. Firestore reserves all names `__…__`.
const UNSAFE_KEY = /"(?:__[^"]*__|constructor|prototype)":/
// Half of a surrogate pair, as JSON.stringify writes it. UTF-8, and so a store, cannot hold it.
const LONE_SURROGATE = /(?<!\\)(?:\\\\)*\\ud[89a-f]/

export const isDocumentId = (id: string) => ID.test(id)

const hasLoneSurrogate = (json: string) => json.includes('\\ud') && LONE_SURROGATE.test(json)

/**
 * The document's JSON, checked.
 * @throws InvalidDocument naming the field but never its value, which may be personal
 */
export function bodyOf({ name, validator }: Declared, document: StoredDocument): string {
  if (!validator().Check(document)) {
    const [issue] = validator().Errors(document)
    throw new InvalidDocument(
      `${name}: ${issue?.instancePath || 'the document'} ${issue?.message ?? 'is invalid'}`,
    )
  }
  if (!isDocumentId(document.id)) throw new InvalidDocument(`${name}: the id is invalid`)
  const body = JSON.stringify(document)
  if (UNSAFE_KEY.test(body)) throw new InvalidDocument(`${name}: a key is reserved`)
  if (hasLoneSurrogate(body)) throw new InvalidDocument(`${name}: a text is not well-formed`)
  if (Buffer.byteLength(body) > MAX_BYTES) throw new InvalidDocument(`${name}: over ${MAX_BYTES} bytes`)
  return body
}

/** The document in the current schema version, migrated if it was stored in an older one. */
// The type is the collection's, which `Declared` does not carry.
// oxlint-disable-next-line typescript/no-explicit-any
export function toCurrentVersion(
  { name, collection, validator }: Declared,
  stored: unknown,
  version: number,
): any {
  const { schemaVersion, migrate } = collection
  if (version === schemaVersion) return stored
  if (version > schemaVersion) {
    throw new StoreUnavailable(
      `${name} was stored by a newer release: version ${version} after ${schemaVersion}`,
    )
  }
  const migrated: unknown = migrate ? migrate(stored as Record<string, unknown>, version) : stored
  if (validator().Check(migrated)) return migrated
  throw new InvalidDocument(`${name}: version ${version} does not become a valid version ${schemaVersion}`)
}
