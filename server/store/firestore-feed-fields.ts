import { FieldValue, type Firestore, Timestamp, type Transaction } from 'firebase-admin/firestore'

import { CHANGED_AT_FIELD, COMMIT_FIELD, EXPIRES_AT_FIELD } from './firestore-reader.ts'
import type { Write } from './pending-writes.ts'

/** As long as a snapshot can be of use, twice. */
export const DELETIONS_KEPT = 7 * 24 * 60 * 60_000

/** The last part of where records of deletions are: the same for all collections, so that they share their indexes. */
export const DELETIONS = 'deletions'

/** Deleted documents are in no query, so each leaves a record here, of the same id. */
export const deletionsOf = (name: string) => `feeds/${name}/${DELETIONS}`

/**
 * What a write stores beside the document's own fields, for feeds. Records a deletion in the transaction.
 * @param commitId names the transaction
 */
export function feedFields(db: Firestore, tx: Transaction, { declared, kind, id }: Write, commitId: string) {
  if (!declared.hasFeed) return {}
  const fields = { [CHANGED_AT_FIELD]: FieldValue.serverTimestamp(), [COMMIT_FIELD]: commitId }
  if (kind === 'delete') {
    const expiresAt = Timestamp.fromMillis(Date.now() + DELETIONS_KEPT)
    tx.set(db.collection(deletionsOf(declared.name)).doc(id), { ...fields, [EXPIRES_AT_FIELD]: expiresAt })
  }
  return fields
}
