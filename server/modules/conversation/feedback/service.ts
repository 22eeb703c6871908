import { Type } from 'typebox'

import * as m from '#shared/conversation/messages.ts'
import * as ofEvents from '#shared/events/messages.ts'
import { FEEDBACK_LIMITS } from '#shared/conversation/feedback-rules.ts'
import {
  type FeedbackEdit,
  FeedbackEditSchema,
  type FeedbackResults,
  type OwnFeedback,
} from '#shared/conversation/feedback.ts'
import { exported } from '#server/modules/account-data-part.ts'
import type { Actor } from '#server/modules/actor.ts'
import type { Events } from '#server/modules/events/module.ts'
import { hasEnded } from '#server/modules/events/events/rules.ts'
import { allOf } from '#server/store/all-of.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { conflict } from '#server/lib/failure.ts'
import { joinedId } from '#server/store/joined-id.ts'
import { oneLine } from '#server/lib/text/plain-text.ts'
import type { Store } from '#server/store/port.ts'

import { askedAt, closesAt } from './asking.ts'
import { eventFeedback, feedbackAuthors } from './collection.ts'
import { attendedIds, eventsEnded, hasAttended, ratingCounts, sentencesOf } from './queries.ts'

/** Feedback on events that the member attended. */
const ExportedFeedbackSchema = Type.Array(
  Type.Object({ event: Type.String(), ...FeedbackEditSchema.properties, answeredAt: Type.String() }),
)

interface Deps {
  store: Store
  clock: Clock
  newId: () => string
  events: Events
}

const MAX_SENTENCES = 1_000
/** Days after the end of an event within which attendees have been asked in every time zone. */
const DAYS = 3

export type FeedbackService = ReturnType<typeof createFeedbackService>

/**
 * Attendees' feedback on events. Hosts see it without names, unless attendees choose to be named, and only once
 * enough have answered.
 */
export function createFeedbackService({ store, clock, newId, events }: Deps) {
  async function ownFeedback(memberId: string, eventId: string): Promise<FeedbackEdit | undefined> {
    const author = await store.get(feedbackAuthors, joinedId(eventId, memberId))
    const feedback = author && (await store.get(eventFeedback, author.feedback))
    return feedback && editOf(feedback)
  }

  return {
    /** The viewer's own feedback, and until when they can give it. */
    async own(viewer: Actor, eventId: string): Promise<OwnFeedback> {
      const event = await events.eventAccess.seen(viewer, eventId)
      const isAsked = hasEnded.of(event, clock()) && hasAttended(await store.views(), eventId, viewer.id)
      if (!isAsked) return {}
      const own = await ownFeedback(viewer.id, eventId)
      const isOpen = clock() < closesAt(event)
      return { openUntil: isOpen ? isoInstant(closesAt(event)) : undefined, own }
    },

    /** Replaces the actor's feedback, for two weeks. */
    async give(actor: Actor, eventId: string, edit: FeedbackEdit): Promise<OwnFeedback> {
      const event = await events.eventAccess.seen(actor, eventId)
      if (event.status === 'cancelled') throw conflict('event_cancelled', ofEvents.eventCancelled())
      if (!hasEnded.of(event, clock())) throw conflict('not_over', m.eventNotOver())
      if (clock() >= closesAt(event)) throw conflict('feedback_closed', m.feedbackClosed())
      if (!hasAttended(await store.views(), eventId, actor.id))
        throw conflict('not_attended', m.feedbackNotThere())
      const { rating, isNamed } = edit
      const sentence = oneLine(edit.sentence)
      const id = joinedId(eventId, actor.id)
      await store.transact(async (tx) => {
        const author = await tx.get(feedbackAuthors, id)
        const feedback = author?.feedback ?? newId()
        tx.put(feedbackAuthors, {
          id,
          event: eventId,
          member: actor.id,
          feedback,
          answeredAt: author?.answeredAt ?? isoInstant(clock()),
        })
        tx.put(eventFeedback, {
          id: feedback,
          event: eventId,
          rating,
          sentence,
          by: isNamed ? actor.id : undefined,
        })
      })
      return { openUntil: isoInstant(closesAt(event)), own: { rating, sentence, isNamed } }
    },

    /** Results for those who manage the event. */
    async results(actor: Actor, eventId: string): Promise<FeedbackResults> {
      await events.eventAccess.editableEvent(actor, eventId)
      const views = await store.views()
      const counts = ratingCounts(views, eventId)
      const ratings = Array.from(
        { length: FEEDBACK_LIMITS.rating },
        (_, at) => counts.find(({ rating }) => rating === at + 1)?.count ?? 0,
      )
      const answered = ratings.reduce((sum, count) => sum + count, 0)
      if (answered < FEEDBACK_LIMITS.shownFrom) return { answered }
      const sentences = sentencesOf(views, actor.id, eventId, MAX_SENTENCES)
      return { answered, results: { ratings, sentences } }
    },

    /** Events whose attendees are to be asked after `from` and no later than `upTo` (epoch milliseconds). */
    dueBetween: async (from: number, upTo: number) =>
      eventsEnded(await store.views(), { days: DAYS, until: upTo }).filter(
        (event) => askedAt(event) > from && askedAt(event) <= upTo,
      ),

    /** Ids of attendees who have given no feedback yet. */
    async askedIds(eventId: string): Promise<string[]> {
      const answered = await allOf(store, feedbackAuthors, {
        where: { event: eventId },
        orderBy: 'answeredAt',
      })
      const members = new Set(answered.map(({ member }) => member))
      return attendedIds(await store.views(), eventId).filter((id) => !members.has(id))
    },

    async exportOf(memberId: string) {
      const given = await allOf(store, feedbackAuthors, {
        where: { member: memberId },
        orderBy: 'answeredAt',
      })
      const found =
        given.length > 0
          ? await store.getMany(
              eventFeedback,
              given.map(({ feedback }) => feedback),
            )
          : []
      return given.flatMap(({ event, answeredAt }, at) => {
        const feedback = found[at]
        return feedback ? [{ event, ...editOf(feedback), answeredAt }] : []
      })
    },

    /** Deletes names and the record of who wrote what. An answer that no longer leads to a person stays. */
    async forget(memberId: string) {
      const given = await allOf(store, feedbackAuthors, {
        where: { member: memberId },
        orderBy: 'answeredAt',
      })
      for (const { id, feedback } of given) {
        await store.transact(async (tx) => {
          const stored = await tx.get(eventFeedback, feedback)
          tx.delete(feedbackAuthors, id)
          if (stored?.by === undefined) return
          const { by: _, ...rest } = stored
          tx.put(eventFeedback, rest)
        })
      }
    },
  }
}

const editOf = ({
  rating,
  sentence,
  by,
}: {
  rating: number
  sentence: string
  by?: string
}): FeedbackEdit => ({
  rating,
  sentence,
  isNamed: by !== undefined,
})

export const eventFeedbackAccountData = (service: FeedbackService) =>
  exported(
    { name: 'eventFeedback', collections: [eventFeedback, feedbackAuthors], schema: ExportedFeedbackSchema },
    service,
  )
