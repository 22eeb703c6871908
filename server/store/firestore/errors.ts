import {
  AlreadyExists,
  InvalidDocument,
  MissingDatabase,
  MissingIndex,
  StoreContention,
  type StoreError,
  StorePermissionDenied,
  StoreQuotaExceeded,
  StoreUnavailable,
} from '#server/store/port.ts'

/** The client's error for an answer of the service; other libraries' errors have no numeric code with details. */
interface GrpcError extends Error {
  code: number
  details: string
}

type Kind = new (message: string, options: ErrorOptions) => StoreError

const [CANCELLED, UNKNOWN, INVALID_ARGUMENT, DEADLINE_EXCEEDED, NOT_FOUND] = [1, 2, 3, 4, 5]
const [ALREADY_EXISTS, PERMISSION_DENIED, RESOURCE_EXHAUSTED, FAILED_PRECONDITION] = [6, 7, 8, 9]
const [ABORTED, OUT_OF_RANGE, UNIMPLEMENTED, INTERNAL] = [10, 11, 12, 13]
const [UNAVAILABLE, UNAUTHENTICATED] = [14, 16]

const KINDS: Readonly<Record<number, Kind>> = {
  [INVALID_ARGUMENT]: InvalidDocument,
  [NOT_FOUND]: MissingDatabase,
  [ALREADY_EXISTS]: AlreadyExists,
  [PERMISSION_DENIED]: StorePermissionDenied,
  [RESOURCE_EXHAUSTED]: StoreQuotaExceeded,
  [ABORTED]: StoreContention,
  [UNAUTHENTICATED]: StorePermissionDenied,
}

/** The service forgets a transaction that takes too long or whose locks another one needs. */
const FORGOTTEN_TRANSACTION = /^(?=.*transaction).*(?:expired|closed|no longer valid|invalid)/i
const NO_CREDENTIALS = /default credentials|invalid_grant|invalid_client/

/** Translates the service's errors to the port's, with the original as the cause. Other errors pass unchanged. */
export function asStoreError(error: unknown): unknown {
  if (error instanceof Error && NO_CREDENTIALS.test(error.message)) {
    return new StorePermissionDenied('Google accepts no credentials of this process', { cause: error })
  }
  if (!isGrpcError(error)) return error
  const Kind = kindOf(error)
  const message = Kind === StoreUnavailable ? `Firestore is unreachable: ${error.details}` : error.details
  return new Kind(message, { cause: error })
}

function kindOf({ code, details }: GrpcError): Kind {
  if (code === INVALID_ARGUMENT && FORGOTTEN_TRANSACTION.test(details)) return StoreContention
  if (code === FAILED_PRECONDITION && details.includes('index')) return MissingIndex
  return KINDS[code] ?? StoreUnavailable
}

/** Whether the same work may succeed in another attempt. */
export const mayPass = (error: unknown) => {
  const translated = asStoreError(error)
  return (
    translated instanceof StoreContention ||
    (translated instanceof StoreUnavailable && ['outage', 'quota'].includes(translated.kind))
  )
}

/** Whether a commit with this answer may have been carried out. */
export const leavesOutcomeOpen = (error: unknown) =>
  isGrpcError(error) && [CANCELLED, UNKNOWN, DEADLINE_EXCEEDED, INTERNAL, UNAVAILABLE].includes(error.code)

const LASTING: ReadonlySet<number> = new Set([
  INVALID_ARGUMENT,
  NOT_FOUND,
  PERMISSION_DENIED,
  FAILED_PRECONDITION,
  OUT_OF_RANGE,
  UNIMPLEMENTED,
  UNAUTHENTICATED,
])

/** The error of a call that fails until somebody mends the cause; undefined for one that may pass. */
export function lastingError(error: unknown): StoreUnavailable | undefined {
  const translated = asStoreError(error)
  if (translated instanceof StorePermissionDenied) return translated
  if (!isGrpcError(error) || !LASTING.has(error.code)) return undefined
  return translated instanceof StoreUnavailable
    ? translated
    : new StoreUnavailable(error.details, { cause: error })
}

const isGrpcError = (error: unknown): error is GrpcError =>
  error instanceof Error &&
  typeof (error as Partial<GrpcError>).code === 'number' &&
  typeof (error as Partial<GrpcError>).details === 'string'
