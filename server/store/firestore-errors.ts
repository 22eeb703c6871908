import { AlreadyExists, InvalidDocument, StoreContention, StoreUnavailable, UnindexedQuery } from './port.ts'

/** What the client throws for an answer of the service; other libraries' errors have no numeric code with details. */
interface GrpcError extends Error {
  code: number
  details: string
}

type Translation = (message: string, options: ErrorOptions) => Error

const TRANSLATIONS: Readonly<Record<number, Translation>> = {
  3: (message, options) => new InvalidDocument(message, options),
  6: (message, options) => new AlreadyExists(message, options),
  9: (message, options) =>
    new UnindexedQuery(`Deploy firestore.indexes.json, which Firestore has not: ${message}`, options),
  10: (message, options) => new StoreContention(message, options),
}

/** An error of the service as the port's, with the original as its cause; all else as it is. */
function asStoreError(error: unknown): unknown {
  if (!isGrpcError(error)) return error
  const translate = TRANSLATIONS[error.code]
  if (translate) return translate(error.details, { cause: error })
  return new StoreUnavailable(`Firestore is out of reach: ${error.details}`, { cause: error })
}

const isGrpcError = (error: unknown): error is GrpcError =>
  error instanceof Error &&
  typeof (error as Partial<GrpcError>).code === 'number' &&
  typeof (error as Partial<GrpcError>).details === 'string'

/** Firestore's client retries an unreachable service for a minute, which is longer than anyone waits. */
export async function withDeadline<T>(milliseconds: number, call: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    late.reject(new StoreUnavailable(`Firestore did not answer within ${milliseconds} ms`))
  }, milliseconds)
  try {
    return await Promise.race([call, late.promise])
  } catch (error) {
    throw asStoreError(error)
  } finally {
    clearTimeout(timer)
  }
}
