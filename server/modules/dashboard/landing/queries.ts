import { isInvitedOnly, isListed } from '#server/modules/events/events/rules.ts'
import { limit, type Query, sql, type ViewReader } from '#server/views/sql.ts'

export interface FaceRow {
  name: string
  photo: string
}

/** Members who allow it, in the order of their photos' ids, which is random. */
export const facesFrom = (views: ViewReader, start: string, rows: number) =>
  faces(views, sql`landingPhoto >= ${start}`, rows)

export const facesBefore = (views: ViewReader, end: string, rows: number) =>
  faces(views, sql`landingPhoto < ${end}`, rows)

const faces = (views: ViewReader, condition: Query, rows: number) =>
  views.all<FaceRow>(sql`
    SELECT name, landingPhoto AS photo FROM person WHERE ${condition} ORDER BY landingPhoto ${limit(rows)}`)

export const isFace = (views: ViewReader, photo: string) =>
  views.get(sql`SELECT 1 FROM person WHERE landingPhoto = ${photo}`) !== undefined

/** Counts only what every member can see. The times are ISO instants. */
export const landingCounts = (views: ViewReader, year: { from: string; to: string }) =>
  views.get<{ members: number; events: number; meetings: number }>(sql`
    SELECT
      (SELECT coalesce(sum(count), 0) FROM listedCount WHERE isListed = 1) AS members,
      (SELECT count(*) FROM event AS e
        WHERE ${isListed.sql} AND NOT ${isInvitedOnly.sql}
          AND e.startsAt >= ${year.from} AND e.startsAt < ${year.to}) AS events,
      (SELECT count(*) FROM meeting WHERE state = 'held') AS meetings`)!
