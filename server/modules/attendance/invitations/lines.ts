import { oneLine } from '#server/lib/text/plain-text.ts'
import { sortKey } from '#server/views/sort-keys.ts'

type InvitedLine = { text: string; email: string } | { text: string; name: string }

const IN_BRACKETS = /<([^<>@]*@[^<>]*)>/

/** Reads `ada@example.org`, `Ada Lovelace <ada@example.org>` or a name. Empty lines are left out. */
export const readLines = (lines: readonly string[]): InvitedLine[] =>
  lines.flatMap((line): InvitedLine[] => {
    const text = oneLine(line)
    if (!text) return []
    const address = IN_BRACKETS.exec(text)?.[1] ?? text
    return [
      address.includes('@') ? { text, email: address.trim().toLowerCase() } : { text, name: sortKey(text) },
    ]
  })
