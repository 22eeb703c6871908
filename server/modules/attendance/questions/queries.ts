import type { Answer } from '#shared/events/questions.ts'
import { type Json, parseJson, sql, type ViewReader } from '#server/views/sql.ts'

export interface AnswerCount {
  question: string
  label: string
  /** Empty for everyone who answered the question. */
  value: string
  people: number
}

/** Answers of members who are going, and of their guests. */
export const answerCounts = (views: ViewReader, event: string) =>
  views.all<AnswerCount>(sql`
    SELECT v.question, v.label, v.value, sum(v.people) AS people
    FROM answerValue AS v
      JOIN eventAnswer AS a USING (number)
      JOIN rsvp AS r ON r.member = a.member AND r.event = a.event AND r.state = 'going'
    WHERE v.event = ${event}
    GROUP BY v.question, v.label, v.value ORDER BY people DESC, v.value`)

export const answersOf = (views: ViewReader, event: string, member: string): Answer[] | undefined => {
  const row = views.get<{ answers: Json<Answer[]> }>(
    sql`SELECT answers FROM eventAnswer WHERE event = ${event} AND member = ${member}`,
  )
  return row && parseJson(row.answers)
}

/** Ids of answers to events that ended by the instant. */
export const answersOfEnded = (views: ViewReader, by: string) =>
  views.column(sql`
    SELECT a.id FROM event AS e CROSS JOIN eventAnswer AS a ON a.event = e.id
    WHERE e.startsAt < ${by} AND e.endsAt <= ${by}`)
