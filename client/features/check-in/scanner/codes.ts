import { CHECK_IN_CODE } from '#shared/event-rules.ts'

interface Listed {
  member: { id: string }
  codeHash: string
}

export type Reading<T> =
  | { kind: 'listed'; person: T }
  /** Made for someone who is not on the list, perhaps at another event: only the server can tell. */
  | { kind: 'unlisted'; memberId: string }
  | { kind: 'foreign' }

/** Whose code it is, as far as can be told without a network. */
export async function readingOf<T extends Listed>(code: string, people: readonly T[]): Promise<Reading<T>> {
  const hash = await hashOf(code)
  const person = people.find(({ codeHash }) => codeHash === hash)
  if (person) return { kind: 'listed', person }
  const memberId = CHECK_IN_CODE.exec(code)?.[1]
  // Each has one code for each event, so another one of theirs is of another event.
  if (!memberId || people.some(({ member }) => member.id === memberId)) return { kind: 'foreign' }
  return { kind: 'unlisted', memberId }
}

/** In hexadecimal. */
async function hashOf(text: string) {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
