import { CHECK_IN_CODE } from '#shared/events/rules.ts'
import { SECOND } from '#shared/lib/durations.ts'

interface Listed {
  member: { id: string }
  codeHash: string
}

type CodeMatch<T> =
  | { kind: 'listed'; attendee: T }
  /** Code of a member who is not on the list, perhaps from another event: only the server knows. */
  | { kind: 'unlisted'; memberId: string }
  | { kind: 'invalid' }

/** The owner of a code, as far as the list contains them. Works offline. */
export async function matchCode<T extends Listed>(code: string, list: readonly T[]): Promise<CodeMatch<T>> {
  const hash = await sha256(code)
  const attendee = list.find(({ codeHash }) => codeHash === hash)
  if (attendee) return { kind: 'listed', attendee }
  const memberId = CHECK_IN_CODE.exec(code)?.[1]
  // A member has one code per event, so another code of a listed member is from another event.
  if (!memberId || list.some(({ member }) => member.id === memberId)) return { kind: 'invalid' }
  return { kind: 'unlisted', memberId }
}

/** The hash in hexadecimal. */
async function sha256(text: string) {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Milliseconds without a code after which it counts as shown again. */
const SHOWN_AGAIN_AFTER = 3 * SECOND

/** Counts a code once, although the camera sees it in many frames. @param now milliseconds */
export function createDuplicateFilter(now: () => number) {
  const lastSeen = new Map<string, number>()
  return {
    isNew(code: string): boolean {
      const time = now()
      for (const [seen, at] of lastSeen) if (time - at > SHOWN_AGAIN_AFTER) lastSeen.delete(seen)
      const isRepeated = lastSeen.has(code)
      lastSeen.set(code, time)
      return !isRepeated
    },
  }
}
