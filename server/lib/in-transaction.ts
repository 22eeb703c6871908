interface Database {
  readonly isTransaction: boolean
  exec(sql: string): void
}

/** Runs `work` in a transaction of SQLite, which is rolled back if it throws. */
export function inTransaction<R>(db: Database, work: () => R, begin = () => db.exec('BEGIN')): R {
  begin()
  try {
    const result = work()
    db.exec('COMMIT')
    return result
  } finally {
    if (db.isTransaction) db.exec('ROLLBACK')
  }
}
