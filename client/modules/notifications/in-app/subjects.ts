import type { MarkRead } from '#shared/notifications/schema.ts'
import { CHAPTER, paths } from '#shared/lib/paths.ts'

export const ALL_NOTIFICATIONS = `${paths.dashboard}?view=notifications`

/** The subject of a screen: opening it marks its notifications as read. */
export function subjectAt({ pathname, search }: { pathname: string; search: string }): MarkRead['subject'] {
  const query = new URLSearchParams(search)
  const within = (prefix: string) =>
    pathname.startsWith(prefix) ? decodeURIComponent(pathname.slice(prefix.length)) : ''
  const event = within(paths.event(''))
  if (event) return { kind: 'event', id: event }
  const connection = within(paths.connection(''))
  if (connection) return { kind: 'connection', id: connection }
  if (pathname === paths.connections && query.get('tab') === 'received') return { kind: 'request' }
  if (pathname === paths.ownProfile && query.get('view') === 'prestige') return { kind: 'prestige' }
  const meeting = pathname === paths.createGrowthMeeting && query.get('meeting')
  if (meeting) return { kind: 'meeting', id: meeting }
  const chapter = query.get(CHAPTER)
  if (chapter && pathname === paths.connections && !query.has('tab')) return { kind: 'chapter', id: chapter }
  if (chapter && pathname === paths.admin) return { kind: 'chapterPeople', id: chapter }
  return undefined
}
