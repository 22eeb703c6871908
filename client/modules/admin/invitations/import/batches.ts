import { IMPORT_LIMITS } from '#shared/accounts/invitation-rules.ts'
import type { ImportAnswer, ImportResult, ImportRow } from '#shared/accounts/invitations.ts'

/** Characters per request: half of the server's limit, since a character may have several bytes. */
const MAX_CHARACTERS = 500_000

type Send = (rows: readonly ImportRow[]) => Promise<Pick<ImportAnswer, 'items'>>

/**
 * Sends rows one batch after the other.
 * @param results of earlier batches, which are not sent again; the new ones are added
 */
export async function sendInBatches(
  rows: readonly ImportRow[],
  results: ImportResult[],
  { send, onProgress }: { send: Send; onProgress: (done: number) => void },
) {
  while (results.length < rows.length) {
    const batch = nextBatch(rows, results.length)
    // Sequential, because several at once would only wait for each other.
    //
    // oxlint-disable-next-line no-await-in-loop
    const { items } = await send(batch)
    results.push(...items)
    onProgress(results.length)
  }
}

function nextBatch(rows: readonly ImportRow[], from: number) {
  let characters = 0
  const most = rows.slice(from, from + IMPORT_LIMITS.batch)
  const end = most.findIndex((row) => (characters += JSON.stringify(row).length) > MAX_CHARACTERS)
  return most.slice(0, end > 0 ? end : most.length)
}

/** Rows in which an address occurs for the first time; the later ones are not sent. */
export function firstOnly(rows: readonly ImportRow[]) {
  const known = new Set<string>()
  return rows.map(({ email }) => {
    const address = email.trim().toLowerCase()
    if (known.has(address)) return false
    if (address) known.add(address)
    return true
  })
}
