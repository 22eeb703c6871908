import { maySee, VISITOR } from '#server/modules/events/events/rights.ts'
import type { IsImageShown } from '#server/modules/people/images/types.ts'
import { sql } from '#server/views/sql.ts'

/** Whether the viewer may see the picture in the recap of the event. */
export const isInRecap: IsImageShown = (views, { userId, imageId, viewer }) =>
  views.get(sql`
    SELECT 1 FROM recap AS r CROSS JOIN recapPicture AS p USING (number) CROSS JOIN event AS e ON e.id = r.id
    WHERE r.id = ${userId} AND p.image = ${imageId} AND p.isWithdrawn = 0
      AND ${maySee.sql(viewer ?? VISITOR)}`) !== undefined
