import { isOpenTo } from '#server/views/rights.ts'
import { sql, type ViewReader } from '#server/views/sql.ts'

import type { ImageUser } from './types.ts'

/**
 * Whether admins have hidden the current picture of the member or the event, or the picture was withdrawn from the
 * recap of an event or belongs to one that the viewer may not see.
 * @param viewerId empty for visitors
 */
export function isHidden(
  views: ViewReader,
  user: ImageUser,
  { imageId, viewerId }: { imageId: string; viewerId: string },
): boolean {
  if (user === 'settings:logo') return false
  const id = user.slice(user.indexOf(':') + 1)
  if (user.startsWith('recap:')) return !isInRecap(views, { eventId: id, imageId, viewerId })
  const found = user.startsWith('member:')
    ? views.get<{ hidden: number }>(sql`SELECT isPhotoHidden AS hidden FROM person WHERE id = ${id}`)
    : views.get<{ hidden: number }>(sql`SELECT isCoverHidden AS hidden FROM event WHERE id = ${id}`)
  return found?.hidden === 1
}

const isInRecap = (
  views: ViewReader,
  { eventId, imageId, viewerId }: Record<'eventId' | 'imageId' | 'viewerId', string>,
) =>
  views.get(sql`
    SELECT 1 FROM recap AS r CROSS JOIN recapPicture AS p USING (number) CROSS JOIN event AS e ON e.id = r.id
    WHERE r.id = ${eventId} AND p.image = ${imageId} AND p.isWithdrawn = 0 AND e.isHidden = 0
      AND ${isOpenTo(viewerId)}`) !== undefined
