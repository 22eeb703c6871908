import { sql, type ViewReader } from '#server/views/sql.ts'

export const hasSubscription = (views: ViewReader, member: string) =>
  views.get(sql`SELECT 1 FROM pushSubscription WHERE member = ${member}`) !== undefined
