import type { DatabaseSync } from 'node:sqlite'

export type Snapshot = ReturnType<typeof createSnapshot>

/**
 * A read transaction for all reads of one callback of the event loop and its promises: a lock for each statement costs
 * three times as much as a short statement. What a caller knows, such as the answer of another process, reached it in
 * an earlier callback, so that no read misses a commit that its caller knows.
 */
export function createSnapshot(db: DatabaseSync) {
  const begin = db.prepare('BEGIN')
  const commit = db.prepare('COMMIT')
  const rollback = db.prepare('ROLLBACK')
  let number = 0

  function end() {
    if (!db.isOpen || !db.isTransaction) return
    try {
      commit.all()
    } catch {
      // The file is damaged, which each read reports itself.
      if (db.isTransaction) rollback.all()
    }
  }

  return {
    /** Called before each read. @returns a number that is the same for all reads of one snapshot */
    begin() {
      if (db.isTransaction) return number
      begin.all()
      // Runs once no promise of this callback is left to continue.
      process.nextTick(end)
      return ++number
    },

    /** Called before each write, which could otherwise not begin, and before a checkpoint. */
    end,
  }
}
