/**
 * Encrypts texts for storage with a key that only this browser has and no script can export: a copy of the stored
 * values is useless elsewhere. All functions answer undefined where the browser has no key or refuses to keep one.
 */
const DATABASE = 'keys'
const STORE = 'keys'
const ID = 'device'
const ALGORITHM = { name: 'AES-GCM', length: 256 } as const
const IV_BYTES = 12

/** @param context decryption needs the same one, so that a text cannot take the place of another */
export async function encrypt(text: string, context: string): Promise<string | undefined> {
  try {
    const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
    const encrypted = await crypto.subtle.encrypt(parametersOf(iv, context), await ownKey(), bytesOf(text))
    return base64Of(iv) + base64Of(new Uint8Array(encrypted))
  } catch {
    return undefined
  }
}

export async function decrypt(encrypted: string, context: string): Promise<string | undefined> {
  try {
    const key = await storedKey()
    const bytes = Uint8Array.from(atob(encrypted), (character) => character.charCodeAt(0))
    const [iv, rest] = [bytes.slice(0, IV_BYTES), bytes.slice(IV_BYTES)]
    return key && new TextDecoder().decode(await crypto.subtle.decrypt(parametersOf(iv, context), key, rest))
  } catch {
    return undefined
  }
}

/** Nothing that was encrypted before can be read again. */
export async function deleteKey() {
  try {
    await inStore('readwrite', (store) => store.delete(ID))
  } catch {
    // Storage may be off.
  }
}

async function ownKey() {
  const stored = await storedKey()
  if (stored) return stored
  const key = await crypto.subtle.generateKey(ALGORITHM, false, ['encrypt', 'decrypt'])
  // Another tab may have been faster, and its key stays.
  await inStore('readwrite', (store) => store.add(key, ID)).catch(() => {})
  return (await storedKey()) ?? key
}

const storedKey = () => inStore<CryptoKey | undefined>('readonly', (store) => store.get(ID))

async function inStore<T>(mode: IDBTransactionMode, ask: (store: IDBObjectStore) => IDBRequest): Promise<T> {
  const opening = indexedDB.open(DATABASE, 1)
  opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore(STORE))
  const database = await resultOf<IDBDatabase>(opening)
  try {
    return await resultOf<T>(ask(database.transaction(STORE, mode).objectStore(STORE)))
  } finally {
    database.close()
  }
}

const resultOf = <T>(request: IDBRequest) =>
  new Promise<T>((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result as T))
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB')))
  })

const parametersOf = (iv: BufferSource, context: string) => ({
  name: ALGORITHM.name,
  iv,
  additionalData: bytesOf(context),
})

const bytesOf = (text: string) => new TextEncoder().encode(text)

/** Twelve bytes have no padding, so that two results can follow each other. */
const base64Of = (bytes: Uint8Array) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
