import { hash } from 'node:crypto'

import { LRUCache } from 'lru-cache'

import * as m from '#shared/events/messages.ts'
import { shownValues } from '#shared/events/question-rules.ts'
import { locale } from '#shared/lib/language/current.ts'
import type { CheckInList } from '#shared/attendance/check-in.ts'
import type { Answer, Question } from '#shared/events/questions.ts'
import type { EventDocument } from '#server/modules/events/types.ts'
import type { Store } from '#server/store/port.ts'
import { cardFrom } from '#server/views/cards.ts'
import { parseJson } from '#server/views/sql.ts'

import type { CheckInCodes } from './codes.ts'
import { type SeatedRow, seatedMembers } from './queries.ts'

interface Deps {
  store: Pick<Store, 'views'>
  codes: CheckInCodes
}

/** People in all lists; a thousand take less than a megabyte, including their text. */
const MAX_KEPT = 30_000

/**
 * Check-in lists, caching the last one of each event and language: hashing the codes of a thousand takes milliseconds, and many
 * devices ask for the same one.
 */
export function createLists({ store, codes }: Deps) {
  const lists = new LRUCache<string, CheckInList>({
    maxSize: MAX_KEPT,
    sizeCalculation: ({ items }) => 1 + items.length,
  })

  function itemOf({ id, questions = [] }: EventDocument, row: SeatedRow) {
    const { member, guests, checkedInAt, card, answers, tables } = row
    const notes = answers === null ? [] : checkInNotes(questions, parseJson(answers))
    return {
      member: cardFrom(member, card),
      guests,
      checkedInAt: checkedInAt ?? undefined,
      notes: notes.length > 0 ? notes : undefined,
      tables: tables === null ? undefined : parseJson(tables).filter((table) => table > 0),
      codeHash: sha256(codes.codeOf(id, member)),
    }
  }

  /** The same object until something in it changes. */
  return async (event: EventDocument): Promise<CheckInList> => {
    const withAnswers = (event.questions ?? []).some(({ atCheckIn }) => atCheckIn)
    const rows = seatedMembers(await store.views(), event.id, { withAnswers })
    const language = locale()
    // One code represents all: they change together, with the secret.
    const revision = sha256(JSON.stringify([codes.codeOf(event.id, ''), event.questions, rows, language]))
    const key = `${language} ${event.id}`
    const kept = lists.get(key)
    if (kept?.revision === revision) return kept
    const list = { revision, items: rows.map((row) => itemOf(event, row)) }
    lists.set(key, list)
    return list
  }
}

/** Answers to the questions that organisers want to see at check-in. */
function checkInNotes(questions: readonly Question[], answers: readonly Answer[]): string[] {
  const noted = new Set(questions.flatMap(({ id, atCheckIn }) => (atCheckIn ? [id] : [])))
  return answers
    .filter(({ question }) => noted.has(question))
    .map((answer) => noteOf(answer.guest, answer.label, shownValues(answer).join(', ')))
}

const noteOf = (guest: number | undefined, question: string, answer: string) =>
  guest === undefined
    ? `${question}: ${answer}`
    : m.checkInNoteOfGuest({ position: guest + 1, question, answer })

const sha256 = (text: string) => hash('sha256', text)
