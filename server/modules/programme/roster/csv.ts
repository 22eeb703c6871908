import * as m from '#shared/events/messages.ts'
import type { RosterEntry } from '#shared/programme/roster.ts'
import { allAsked, shownValues } from '#shared/events/question-rules.ts'
import type { Answer, Question } from '#shared/events/questions.ts'
import type { EventDocument } from '#server/modules/events/types.ts'
import { type Column, writeCsv } from '#server/lib/text/csv.ts'

/**
 * Contains no email addresses: each member decides who sees theirs, and files get passed on.
 * Times are in the event's zone.
 */
export function rosterCsv(
  { timeZone, questions = [] }: Pick<EventDocument, 'timeZone' | 'questions'>,
  entries: readonly RosterEntry[],
) {
  const local = (instant: string | undefined) => (instant ? wallClock(instant, timeZone) : '')
  return writeCsv(
    [
      [m.name(), ({ member }) => member.displayName],
      [m.company(), ({ member }) => member.company],
      [m.rosterFileRsvp(), ({ state }) => m.rosterFileState({ state })],
      [m.guests(), ({ guests }) => guests],
      [m.rosterFilePosition(), ({ position }) => position],
      [m.rosterFileAnsweredAt({ zone: timeZone }), ({ answeredAt }) => local(answeredAt)],
      [m.rosterFileCheckedInAt({ zone: timeZone }), ({ checkedInAt }) => local(checkedInAt)],
      [m.rosterFileNoShow(), ({ noShow }) => (noShow ? m.yes() : '')],
      ...guestColumns(entries),
      ...askedIn(questions, entries),
    ],
    entries,
  )
}

/** Only if there are guests without an account. */
const guestColumns = (entries: readonly RosterEntry[]): Column<RosterEntry>[] =>
  entries.some(({ member }) => member.guest)
    ? [
        [m.guestWithoutAccount(), ({ member }) => (member.guest ? m.yes() : '')],
        [m.rosterFileInvitedBy(), ({ invitedBy }) => invitedBy?.displayName],
      ]
    : []

/** A column for each question, then for each question about a guest, then for each former wording that has answers. */
function askedIn(questions: readonly Question[], entries: readonly RosterEntry[]): Column<RosterEntry>[] {
  const given = entries.flatMap(({ answers = [] }) => answers)
  const guests = Math.max(0, ...given.map(({ guest = -1 }) => guest + 1))
  const current = allAsked(questions, guests).map(({ subject, asks: { label } }) => ({
    ...subject,
    label,
  }))
  const earlier = given.map(({ question, guest, label }) => ({
    question,
    guest,
    label,
  }))
  const all = new Map([...current, ...earlier].map((column) => [keyOf(column), column]))
  return [...all.entries()].map(([key, { guest, label }]) => [
    guest === undefined ? label : m.rosterFileOfGuest({ question: label, position: guest + 1 }),
    ({ answers = [] }) => {
      const answer = answers.find((each) => keyOf(each) === key)
      return answer && shownValues(answer).join('; ')
    },
  ])
}

const keyOf = ({ question, guest, label }: Pick<Answer, 'question' | 'guest' | 'label'>) =>
  JSON.stringify([question, guest, label])

/** `2026-07-01 07:30`, which every spreadsheet reads as a time. */
const wallClock = (instant: string, timeZone: string) =>
  Temporal.Instant.from(instant)
    .toZonedDateTimeISO(timeZone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'minute' })
    .replace('T', ' ')
