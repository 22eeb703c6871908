import { withId } from '#client/lib/early-reads.ts'
import { EVENT_PATTERN, paths } from '#shared/lib/paths.ts'

/** Calls that every member's screen begins with. */
const OF_EVERYONE = ['/api/session', '/api/me']

/** Calls that a screen begins with besides, by its path. A test compares them with what is used. */
const OF_SCREEN: Readonly<Record<string, readonly string[]>> = {
  [paths.dashboard]: ['/api/dashboard'],
  [paths.events]: ['/api/events?list=upcoming'],
  [EVENT_PATTERN]: ['/api/events/:id'],
  [paths.connections]: ['/api/connections?list=accepted', '/api/introductions'],
  '/connections/:connectionId': ['/api/connections/:id'],
}

/** @returns addresses with `:id` for the second part of the path, of the member's screen with this pattern */
export const firstReads = (pattern: string) => [...OF_EVERYONE, ...(OF_SCREEN[pattern] ?? [])]

/** @returns undefined unless the screen at the path has calls of its own */
export function firstReadsAt(pathname: string) {
  const pattern = Object.keys(OF_SCREEN).find((each) =>
    new RegExp(`^${each.replace(/:\w+/, '[^/]+')}$`).test(pathname),
  )
  return pattern && firstReads(pattern).map((url) => withId(url, pathname))
}
