import {
  StoreError,
  StorePermissionDenied,
  StoreQuotaExceeded,
  StoreUnavailable,
} from '#server/store/port.ts'

/** The error that node:sqlite throws for SQLite's own; the low byte of `errcode` is the primary code. */
interface SqliteError extends Error {
  code: 'ERR_SQLITE_ERROR'
  errcode: number
}

const BUSY = 5
const READ_ONLY = 8
const CORRUPT = 11
const FULL = 13
const NOT_A_DATABASE = 26
const MESSAGES: Readonly<Record<number, string>> = {
  [BUSY]: 'another process holds the lock',
  [READ_ONLY]: 'the file cannot be written',
  10: 'the disk reports an error',
  [CORRUPT]: 'the file is damaged',
  [FULL]: 'the disk is full',
  14: 'the file cannot be opened',
  [NOT_A_DATABASE]: 'the file is not a database',
}

const KINDS: Readonly<Record<number, typeof StoreUnavailable>> = {
  [READ_ONLY]: StorePermissionDenied,
  [FULL]: StoreQuotaExceeded,
}

export const isBusy = (error: unknown) => isSqliteError(error) && primaryCode(error) === BUSY

/** No program can read the content of the file. */
export const isDamaged = (error: unknown) =>
  isSqliteError(error) && [CORRUPT, NOT_A_DATABASE].includes(primaryCode(error))

/** Translates SQLite's errors to the port's, with the original as the cause. Other errors pass unchanged. */
export function asStoreError(error: unknown): unknown {
  if (error instanceof StoreError) return error
  if (isSqliteError(error)) {
    const code = primaryCode(error)
    const Kind = KINDS[code] ?? StoreUnavailable
    return new Kind(`The store is unreachable: ${describeSqliteError(error)}`, { cause: error })
  }
  if (error instanceof Error && 'code' in error && error.code === 'ERR_INVALID_STATE') {
    return new StoreUnavailable('The store is closed', { cause: error })
  }
  return error
}

/** SQLite's reason, without a full stop. Undefined for any other error. */
export const describeSqliteError = (error: unknown): string | undefined =>
  isSqliteError(error) ? (MESSAGES[primaryCode(error)] ?? error.message) : undefined

/** Runs a synchronous read. An error becomes a rejection with the port's error. */
export async function withStoreErrors<T>(read: () => T): Promise<T> {
  try {
    return read()
  } catch (error) {
    throw asStoreError(error)
  }
}

const isSqliteError = (error: unknown): error is SqliteError =>
  error instanceof Error && 'code' in error && error.code === 'ERR_SQLITE_ERROR'

const primaryCode = ({ errcode }: SqliteError) => errcode & 0xff
