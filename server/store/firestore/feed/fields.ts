import { FieldValue, type Firestore, Timestamp, type Transaction } from 'firebase-admin/firestore'

import { WEEK } from '#shared/lib/durations.ts'
import { CHANGED_AT_FIELD, COMMIT_FIELD, EXPIRES_AT_FIELD } from '#server/store/firestore/reader.ts'
import type { Write } from '#server/store/pending-writes.ts'

/** Twice the time for which a snapshot is usable. */
export const DELETIONS_KEPT = WEEK

/** The last path segment of all records of deletions. All collections share it, and so its indexes. */
export const DELETIONS = 'deletions'

/** Deleted documents match no query, so each leaves a record here under the same id. */
export const deletionsOf = (name: string) => `feeds/${name}/${DELETIONS}`

/**
 * The fields that a write stores for feeds, in addition to the document's own. Records a deletion in the
 * transaction.
 * @param commitId names the transaction
 */
export function feedFields(db: Firestore, tx: Transaction, { declared, kind, id }: Write, commitId: string) {
  if (!declared.collection.hasFeed) return {}
  const fields = { [CHANGED_AT_FIELD]: FieldValue.serverTimestamp(), [COMMIT_FIELD]: commitId }
  if (kind === 'delete') {
    const expiresAt = Timestamp.fromMillis(Date.now() + DELETIONS_KEPT)
    tx.set(db.collection(deletionsOf(declared.name)).doc(id), { ...fields, [EXPIRES_AT_FIELD]: expiresAt })
  }
  return fields
}
