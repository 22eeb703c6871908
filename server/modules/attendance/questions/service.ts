import { Type } from 'typebox'

import * as m from '#shared/events/messages.ts'
import { HAVE_A_PLACE, MAY_COME, rsvpsCloseAt } from '#shared/events/rules.ts'
import { AGREED, allAsked, answerErrors, ANSWERS_KEPT, valuesOf } from '#shared/events/question-rules.ts'
import {
  type Answer,
  type AnswerEdit,
  AnswersSchema,
  type AnswerTotals,
  type Question,
} from '#shared/events/questions.ts'
import { batchesOf } from '#shared/lib/batches.ts'
import type { RsvpEdit } from '#shared/events/rsvps.ts'
import type { EventAccess, EventDocument } from '#server/modules/events/types.ts'
import { exported } from '#server/modules/account-data-part.ts'
import type { Actor } from '#server/modules/actor.ts'
import { allOf, deleteAll } from '#server/store/all-of.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { assertValid, conflict, type Failure, invalidFields, notFound } from '#server/lib/failure.ts'
import { joinedId } from '#server/store/joined-id.ts'
import { oneLine, paragraphs } from '#server/lib/text/plain-text.ts'
import { retryOnContention } from '#server/store/retry-on-contention.ts'
import { type RsvpDocument, rsvps } from '#server/modules/attendance/rsvps/seats/collection.ts'
import type { Store, Transaction } from '#server/store/port.ts'

import { type EventAnswers, eventAnswers } from './collection.ts'
import { type AnswerCount, answerCounts, answersOf, answersOfEnded } from './queries.ts'

const ExportedAnswersSchema = Type.Array(
  Type.Object({
    event: Type.String(),
    ...AnswersSchema.properties,
    answeredAt: Type.String(),
    deleteAfter: Type.String(),
  }),
)

interface Deps {
  store: Store
  clock: Clock
  eventAccess: EventAccess
}

const BATCH = 200

interface AnswerCheck {
  refusal?: Failure
  /** Stores the answers that came with the RSVP, and drops those about guests who no longer come. */
  keep: () => void
}

export type QuestionService = ReturnType<typeof createQuestionService>

/** Answers to the questions of events. Only the member and those who manage the event see them. */
export function createQuestionService({ store, clock, eventAccess }: Deps) {
  function put(
    tx: Transaction,
    { event, member, before }: { event: EventDocument; member: string; before: EventAnswers | undefined },
    edit: readonly AnswerEdit[],
    guests: number,
  ): EventAnswers {
    const { questions = [] } = event
    const earlier = withoutQuestion(ofPeopleWhoCome(before?.answers ?? [], guests), questions)
    const stored = {
      id: joinedId(event.id, member),
      event: event.id,
      member,
      answers: [...answersTo(questions, edit, guests), ...earlier],
      answeredAt: isoInstant(clock()),
      deleteAfter: deletionOf(event),
    }
    tx.put(eventAnswers, stored)
    return stored
  }

  /** Deletes what is due, or defers it for an event that was moved. */
  const endAmong = (ids: readonly string[]) =>
    store.transact(async (tx) => {
      const due = (await tx.getMany(eventAnswers, ids)).filter((answers) => answers !== undefined)
      const found = await eventAccess.storedAmong(tx, [...new Set(due.map(({ event }) => event))])
      const current = new Map(found.map((event) => [event.id, deletionOf(event)]))
      for (const answers of due) {
        const deleteAfter = current.get(answers.event) ?? answers.deleteAfter
        if (deleteAfter > isoInstant(clock())) tx.put(eventAnswers, { ...answers, deleteAfter })
        else tx.delete(eventAnswers, answers.id)
      }
    })

  return {
    /** The member's own answers. */
    answersOf: async (eventId: string, memberId: string) => answersOf(await store.views(), eventId, memberId),

    /** The latest of the member’s answers to these events (at most 500). */
    async latestOf(memberId: string, eventIds: readonly string[]): Promise<AnswerEdit[] | undefined> {
      if (eventIds.length === 0) return undefined
      const found = await store.getMany(
        eventAnswers,
        eventIds.map((eventId) => joinedId(eventId, memberId)),
      )
      const given = found.filter((answers) => answers !== undefined)
      return given
        .toSorted((a, b) => (a.answeredAt < b.answeredAt ? -1 : 1))
        .at(-1)
        ?.answers.map(({ question, guest, values }) => ({ question, values, guest }))
    },

    /**
     * Refuses each RSVP that leaves a required question open. Asks nothing of members who have a place already, so
     * that a new question costs no one a seat.
     * @param stored current RSVPs, in the order of `edits`
     */
    async check(
      tx: Transaction,
      event: EventDocument,
      edits: readonly { memberId: string; edit: RsvpEdit }[],
      stored: readonly (RsvpDocument | undefined)[],
    ): Promise<AnswerCheck[]> {
      const { questions = [] } = event
      const hasFewer = edits.some(({ edit }, at) => edit.guests < (stored[at]?.guests ?? 0))
      if (questions.length === 0 && !hasFewer) return edits.map(() => ({ keep() {} }))
      const ids = edits.map(({ memberId }) => joinedId(event.id, memberId))
      const before = await tx.getMany(eventAnswers, ids)
      return edits.map(({ memberId, edit: { state, guests, answers } }, at) => {
        const hasPlace = HAVE_A_PLACE.has(stored[at]?.state ?? 'declined')
        const isAsked = state === 'going' && (answers !== undefined || !hasPlace)
        const errors = isAsked ? answerErrors(questions, answers ?? before[at]?.answers ?? [], guests) : {}
        return {
          refusal: Object.keys(errors).length > 0 ? invalidFields(errors) : undefined,
          keep() {
            if (state !== 'going') return
            if (answers) put(tx, { event, member: memberId, before: before[at] }, answers, guests)
            else if (before[at]) dropAbsent(tx, before[at], guests)
          },
        }
      })
    },

    /** Replaces the actor's answers, until RSVPs are closed. */
    replace: (actor: Actor, eventId: string, edit: readonly AnswerEdit[]): Promise<Answer[]> =>
      retryOnContention(() =>
        store.transact(async (tx) => {
          const id = joinedId(eventId, actor.id)
          const [event, rsvp, before] = await Promise.all([
            eventAccess.visibleEvent(tx, eventId, actor),
            tx.get(rsvps, id),
            tx.get(eventAnswers, id),
          ])
          if (!event) throw notFound('event')
          if (!rsvp || !MAY_COME.has(rsvp.state)) throw conflict('no_rsvp', m.questionsRsvpFirst())
          if (event.status !== 'published' || clock() >= rsvpsCloseAt(event))
            throw conflict('rsvp_closed', m.questionsClosed())
          assertValid(answerErrors(event.questions ?? [], edit, rsvp.guests))
          return put(tx, { event, member: actor.id, before }, edit, rsvp.guests).answers
        }),
      ),

    /** Totals for those who manage the event. */
    async totals(actor: Actor, eventId: string): Promise<AnswerTotals> {
      const { questions = [] } = await eventAccess.editableEvent(actor, eventId)
      return { items: totalsOf(questions, answerCounts(await store.views(), eventId)) }
    },

    exportOf: (memberId: string) =>
      allOf(store, eventAnswers, { where: { member: memberId }, orderBy: 'answeredAt' }),

    forget: (memberId: string) =>
      deleteAll(store, eventAnswers, { where: { member: memberId }, orderBy: 'answeredAt' }),

    /** Deletes answers to events that ended long enough ago, also of those that were moved since. */
    async deleteDue() {
      for (let more = true; more;) {
        const { items } = await store.find(eventAnswers, {
          orderBy: 'deleteAfter',
          range: { lt: isoInstant(clock()) },
          limit: BATCH,
        })
        await endAmong(items.map(({ id }) => id))
        more = items.length === BATCH
      }
      const ended = answersOfEnded(await store.views(), isoInstant(clock() - ANSWERS_KEPT))
      for (const ids of batchesOf(ended, BATCH)) await endAmong(ids)
    },
  }
}

function dropAbsent(tx: Transaction, before: EventAnswers, guests: number) {
  const answers = ofPeopleWhoCome(before.answers, guests)
  if (answers.length < before.answers.length) tx.put(eventAnswers, { ...before, answers })
}

/** Answers of the member and about their guests, of whom the last are those who no longer come. */
const ofPeopleWhoCome = (answers: readonly Answer[], guests: number) =>
  answers.filter(({ guest = -1 }) => guest < guests)

const deletionOf = ({ endsAt }: Pick<EventDocument, 'endsAt'>) =>
  isoInstant(Date.parse(endsAt) + ANSWERS_KEPT)

/** Answers with the current wording, without empty ones. */
const answersTo = (
  questions: readonly Question[],
  answers: readonly AnswerEdit[],
  guests: number,
): Answer[] =>
  allAsked(questions, guests).flatMap(({ subject, asks: { kind, label } }) => {
    const values = valuesOf(answers, subject)
      .map((value) =>
        kind === 'consent' ? AGREED : kind === 'longText' ? paragraphs(value) : oneLine(value),
      )
      .filter(Boolean)
    return values.length > 0 ? [{ ...subject, kind, label, values }] : []
  })

/** Answers to questions that the event no longer asks. */
const withoutQuestion = (answers: readonly Answer[], questions: readonly Question[]) =>
  answers.filter(({ question }) => !questions.some(({ id }) => id === question))

function totalsOf(questions: readonly Question[], counts: readonly AnswerCount[]): AnswerTotals['items'] {
  const found = Map.groupBy(counts, ({ question, label }) => JSON.stringify([question, label]))
  const current = questions.map(({ id, label }) => ({ question: id, label }))
  const isCurrent = ({ question, label }: Pick<AnswerCount, 'question' | 'label'>) =>
    current.some((each) => each.question === question && each.label === label)
  const earlier = [...found.values()]
    .map(([first]) => first!)
    .filter((each) => !isCurrent(each))
    .toSorted((one, other) => (one.label < other.label ? -1 : 1))
  return [...current, ...earlier].map(({ question, label }) => {
    const rows = found.get(JSON.stringify([question, label])) ?? []
    return {
      question,
      label,
      isCurrent: isCurrent({ question, label }),
      answered: rows.find(({ value }) => value === '')?.people ?? 0,
      choices: rows.flatMap(({ value, people }) => (value === '' ? [] : [{ value, count: people }])),
    }
  })
}

export const eventAnswersAccountData = (service: QuestionService) =>
  exported({ name: 'eventAnswers', collections: [eventAnswers], schema: ExportedAnswersSchema }, service)
