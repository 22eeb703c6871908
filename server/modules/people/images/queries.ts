import { sql, type ViewReader } from '#server/views/sql.ts'

/** Whether the member's photo is shown: an admin may have hidden it. */
export const isPhotoShown = (views: ViewReader, memberId: string) =>
  views.get(sql`SELECT 1 FROM person WHERE id = ${memberId} AND isPhotoHidden = 0`) !== undefined
