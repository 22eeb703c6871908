import type { Transaction } from '#server/store/port.ts'

import { sessions, type SessionRecord } from './collection.ts'

/** The record, followed by its successors. */
export async function withSuccessors(tx: Transaction, record: SessionRecord): Promise<SessionRecord[]> {
  const next = record.replaced && (await tx.get(sessions, record.replaced.by))
  return next ? [record, ...(await withSuccessors(tx, next))] : [record]
}

/** Whether neither the session nor any of its successors is live. */
export const isOver = async (tx: Transaction, record: SessionRecord) =>
  (await withSuccessors(tx, record)).every(({ live }) => !live)
