import { isObject, type IsStored } from './storage.ts'

export const isText: IsStored<string> = (value) => typeof value === 'string'

export const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0

/** A time that `Date` can read. */
export const isInstant = (value: unknown): value is string =>
  isText(value) && !Number.isNaN(Date.parse(value))

export function isZone(value: unknown): value is string {
  try {
    return isText(value) && Boolean(new Intl.DateTimeFormat('en', { timeZone: value }))
  } catch {
    return false
  }
}

export const isOneOf =
  <T extends string | boolean>(...values: readonly T[]): IsStored<T> =>
  (value): value is T =>
    values.includes(value as T)

export const optional =
  <T>(isValid: IsStored<T>): IsStored<T | undefined> =>
  (value) =>
    value === undefined || isValid(value)

export const listOf =
  <T>(isValid: IsStored<T>): IsStored<T[]> =>
  (value) =>
    Array.isArray(value) && value.every(isValid)

/** An object with these fields, and perhaps others. */
export const shape =
  <T extends object>(fields: { readonly [K in keyof T]-?: IsStored<T[K]> }): IsStored<T> =>
  (value): value is T =>
    isObject(value) &&
    Object.entries<IsStored<unknown>>(fields).every(([name, isValid]) => isValid(value[name]))
