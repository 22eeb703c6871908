import type { Transaction } from '#server/store/port.ts'

import { sessions, type SessionRecord } from './collection.ts'

/** The record, and those that replaced it one after another. */
export async function withSuccessors(tx: Transaction, record: SessionRecord): Promise<SessionRecord[]> {
  const next = record.replaced && (await tx.get(sessions, record.replaced.by))
  return next ? [record, ...(await withSuccessors(tx, next))] : [record]
}

/** Whether neither the session nor any that replaced it is live. */
export const isOver = async (tx: Transaction, record: SessionRecord) =>
  (await withSuccessors(tx, record)).every(({ live }) => !live)
