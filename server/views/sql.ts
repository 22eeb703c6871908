/** Booleans are stored as 0 and 1, and what is undefined as NULL. */
export type Value = string | number | boolean | null | undefined

/** A statement, or a part of one, with the values of its parameters. */
export interface Query {
  text: string
  values: readonly (string | number | null)[]
}

/**
 * Tags SQL: each value becomes a parameter, and nested tagged parts are inlined. There must be few texts, because
 * each is prepared once and kept.
 */
export function sql(parts: TemplateStringsArray, ...values: readonly (Value | Query)[]): Query {
  let text = parts[0]!
  const parameters: (string | number | null)[] = []
  for (const [at, value] of values.entries()) {
    if (typeof value === 'object' && value !== null) {
      text += value.text
      parameters.push(...value.values)
    } else {
      text += '?'
      parameters.push(typeof value === 'boolean' ? Number(value) : (value ?? null))
    }
    text += parts[at + 1]!
  }
  return { text, values: parameters }
}

const NOTHING: Query = { text: '', values: [] }

/** Returns the part if the condition is set, else nothing. */
export const when = (condition: unknown, part: () => Query): Query => (condition ? part() : NOTHING)

/** The values as a subquery, for `IN`. One parameter, however many there are. */
export const among = (values: Iterable<string | number>): Query =>
  sql`(SELECT value FROM json_each(${JSON.stringify([...values])}))`

/**
 * SQLite recompiles a statement whose LIMIT is a lone parameter each time it is bound, but not one with an
 * expression.
 */
export const limit = (rows: number): Query => sql`LIMIT ${rows} + 0`

/** The week that an instant or a date is in, as `weekOfDay` counts weeks. @param instant a column */
export const weekOf = (instant: Query): Query => sql`(unixepoch(${instant}) / 86400 + 3) / 7`

/** Reads the views as they were after every commit before `store.views()` was called. Calls are synchronous. */
export interface ViewReader {
  /** Rows as objects by column: `R` names the columns that the query selects. */
  all<R>(query: Query): R[]
  /** Returns the first row. */
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters
  get<R>(query: Query): R | undefined
  /** The texts in the first column of all rows. */
  column(query: Query): string[]
}

/** The content of a column that has a value as JSON. */
export type Json<T> = string & {
  /** Exists only for its type. */
  readonly __value?: T
}

export const parseJson = <T>(json: Json<T>) => JSON.parse(json) as T
