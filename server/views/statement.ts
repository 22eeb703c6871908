import type { DatabaseSync, SQLInputValue } from 'node:sqlite'

/** A prepared statement whose author knows the columns of its rows. */
export interface Statement<R> {
  all(...values: SQLInputValue[]): R[]
  get(...values: SQLInputValue[]): R | undefined
}

/** Rows are objects by column. */
export const prepare = <R>(db: DatabaseSync, text: string) => db.prepare(text) as unknown as Statement<R>
