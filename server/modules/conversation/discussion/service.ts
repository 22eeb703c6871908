import { Type } from 'typebox'

import * as m from '#shared/conversation/messages.ts'
import {
  DISCUSSION_LIMITS,
  DISCUSSION_NEWS,
  type DiscussionNews,
} from '#shared/conversation/discussion/rules.ts'
import type { Discussion, NewPost, Post } from '#shared/conversation/discussion/schema.ts'
import { DAY, MINUTE } from '#shared/lib/durations.ts'
import type { Page } from '#shared/lib/page.ts'
import { visibleLength } from '#shared/lib/visible-length.ts'
import { exported } from '#server/modules/account-data-part.ts'
import type { Actor } from '#server/modules/actor.ts'
import type { Events } from '#server/modules/events/module.ts'
import { allOf, deleteAll } from '#server/store/all-of.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { conflict, Failure, forbidden, invalidFields, notFound } from '#server/lib/failure.ts'
import { joinedId } from '#server/store/joined-id.ts'
import { paragraphs } from '#server/lib/text/plain-text.ts'
import type { Store, Transaction } from '#server/store/port.ts'
import { fingerprint, pageAt } from '#server/views/cursor.ts'

import { discussionChoices, type DiscussionPost, discussionPosts } from './collection.ts'
import { createDiscussionModeration } from './moderation.ts'
import { answersTo, firstAnswers, newPosts, newsFor, postById, postFrom, questionsOf } from './queries.ts'

/** Questions and answers in discussions of events. */
const ExportedPostsSchema = Type.Array(
  Type.Object({
    event: Type.String(),
    /** Id of the question that it answers. */
    question: Type.Optional(Type.String()),
    text: Type.String(),
    at: Type.String(),
    editedAt: Type.Optional(Type.String()),
  }),
)
const ExportedChoicesSchema = Type.Array(
  Type.Object({ event: Type.String(), news: Type.Enum([...DISCUSSION_NEWS]), chosenAt: Type.String() }),
)

interface Deps {
  store: Store
  clock: Clock
  newId: () => string
  events: Events
}

const QUESTIONS_PER_PAGE = 10
const ANSWERS_PER_PAGE = 24
/** Answers that one transaction deletes. */
const BATCH = 200

export type DiscussionService = ReturnType<typeof createDiscussionService>

/** Questions about an event and answers to them, between members who can see the event. */
export function createDiscussionService({ store, clock, newId, events }: Deps) {
  async function seen(viewer: Actor, id: string) {
    const post = postById(await store.views(), viewer, id)
    if (!post) throw notFound('post')
    return post
  }

  async function assertSeen(viewer: Actor, id: string) {
    const post = await seen(viewer, id)
    await events.eventAccess.seen(viewer, post.event)
  }

  const view = async (viewer: Actor, id: string) => postFrom(await seen(viewer, id), viewer.id)

  async function assertBelowLimit(tx: Transaction, by: string) {
    const { perDay } = DISCUSSION_LIMITS
    const latest = { where: { by }, orderBy: 'at', direction: 'desc', limit: perDay } as const
    const first = (await tx.find(discussionPosts, latest)).items.at(perDay - 1)
    const age = first ? clock() - Date.parse(first.at) : DAY
    if (age >= DAY) return
    throw new Failure(429, 'post_limit', m.discussionLimit({ count: perDay }), {
      retryAfter: DAY - age,
    })
  }

  const change = (eventId: string, id: string, next: (post: DiscussionPost) => DiscussionPost) =>
    store.transact(async (tx) => tx.put(discussionPosts, next(await stored(tx, eventId, id))))

  async function deleteAnswersTo(question: string) {
    const where = { question }
    for (let more = true; more;) {
      more = await store.transact(async (tx) => {
        const { items, next } = await tx.find(discussionPosts, { where, orderBy: 'at', limit: BATCH })
        for (const { id } of items) tx.delete(discussionPosts, id)
        return next !== undefined
      })
    }
  }

  return {
    /** @throws BadCursor */
    async list(viewer: Actor, eventId: string, cursor?: string): Promise<Discussion> {
      await events.eventAccess.seen(viewer, eventId)
      const query = fingerprint('discussion', eventId)
      const views = await store.views()
      const { items, next } = pageAt(
        cursor,
        query,
        (range) => questionsOf(views, viewer, eventId, range),
        QUESTIONS_PER_PAGE,
      )
      const ids = items.map(({ id }) => id)
      const rows = ids.length > 0 ? firstAnswers(views, viewer, ids, DISCUSSION_LIMITS.firstAnswers) : []
      const answers = Map.groupBy(rows, ({ question }) => question)
      return {
        items: items.map((row) => {
          const first = answers.get(row.id) ?? []
          return {
            ...postFrom(row, viewer.id),
            answerCount: first[0]?.total ?? 0,
            answers: first.map((answer) => postFrom(answer, viewer.id)),
          }
        }),
        next,
        news: newsFor(views, eventId, viewer.id),
      }
    },

    /** @throws BadCursor */
    async answers(viewer: Actor, event: string, question: string, cursor?: string): Promise<Page<Post>> {
      await events.eventAccess.seen(viewer, event)
      const query = fingerprint('answers', question)
      const views = await store.views()
      const { items, next } = pageAt(
        cursor,
        query,
        (range) => answersTo(views, viewer, { event, question }, range),
        ANSWERS_PER_PAGE,
      )
      return { items: items.map((row) => postFrom(row, viewer.id)), next }
    },

    /** @param key the same when a request is repeated because its response was lost */
    async add(
      actor: Actor,
      eventId: string,
      { text: sent, question }: NewPost,
      key = newId(),
    ): Promise<Post> {
      await events.eventAccess.shown(actor, eventId)
      if (question !== undefined) {
        const asked = await seen(actor, question)
        if (asked.event !== eventId || asked.question !== '') throw notFound('post')
      }
      const text = validText(sent)
      const id = joinedId(actor.id, eventId, question ?? '', key, text)
      await store.transact(async (tx) => {
        if (await tx.get(discussionPosts, id)) return
        if (question !== undefined) await stored(tx, eventId, question)
        await assertBelowLimit(tx, actor.id)
        const written = { id, event: eventId, by: actor.id, text, at: isoInstant(clock()) }
        tx.create(discussionPosts, { ...written, question })
      })
      return view(actor, id)
    },

    /** Possible for its author, for some minutes. */
    async edit(actor: Actor, eventId: string, id: string, sent: string): Promise<Post> {
      await events.eventAccess.shown(actor, eventId)
      const text = validText(sent)
      await change(eventId, id, (post) => {
        if (post.by !== actor.id) throw notFound('post')
        if (post.text === text) return post
        if (clock() - Date.parse(post.at) > DISCUSSION_LIMITS.editable)
          throw conflict(
            'edit_closed',
            m.discussionEditClosed({ minutes: DISCUSSION_LIMITS.editable / MINUTE }),
          )
        return { ...post, text, editedAt: isoInstant(clock()) }
      })
      return view(actor, id)
    },

    /** Possible for its author and those who manage the event. A question goes with its answers. Idempotent. */
    async remove(actor: Actor, eventId: string, id: string): Promise<void> {
      await events.eventAccess.seen(actor, eventId)
      const post = await store.get(discussionPosts, id)
      if (!post) return
      if (post.event !== eventId) throw notFound('post')
      const managed =
        post.by === actor.id ? undefined : await events.eventAccess.editableEvent(actor, eventId)
      await store.transact(async (tx) => {
        if (!(await tx.get(discussionPosts, id))) return
        tx.delete(discussionPosts, id)
        // Recorded without the text.
        const fact = { action: 'event.post_removed', target: post.by, after: { event: eventId } }
        if (managed) await events.eventAudit.record(tx, actor, managed, fact)
      })
      if (post.question === undefined) await deleteAnswersTo(id)
    },

    /** Pins or unpins a question. For those who manage the event. */
    async pin(actor: Actor, eventId: string, id: string, isPinned: boolean): Promise<void> {
      await events.eventAccess.editableEvent(actor, eventId)
      await change(eventId, id, ({ pinnedAt, ...post }) => {
        if (post.question !== undefined) throw notFound('post')
        return { ...post, pinnedAt: isPinned ? (pinnedAt ?? isoInstant(clock())) : undefined }
      })
    },

    /** Marks or unmarks the best answer to a question. For the member who asked, and for those who manage the event. */
    async markAnswer(actor: Actor, eventId: string, id: string, isMarked: boolean): Promise<void> {
      const row = await seen(actor, id)
      if (row.question === '') throw notFound('post')
      const event = await events.eventAccess.seen(actor, eventId)
      const isEditor = await events.eventAccess.canEdit(actor, event)
      await change(eventId, row.question, ({ answer, ...question }) => {
        if (!isEditor && question.by !== actor.id)
          throw forbidden('not_your_question', m.discussionMarkOthers())
        const kept = answer !== undefined && answer !== id && { answer }
        return { ...question, ...(isMarked ? { answer: id } : kept) }
      })
    },

    async chooseNews(actor: Actor, eventId: string, news: DiscussionNews): Promise<void> {
      await events.eventAccess.seen(actor, eventId)
      const choice = { id: joinedId(eventId, actor.id), event: eventId, member: actor.id, news }
      await store.transact(async (tx) =>
        tx.put(discussionChoices, { ...choice, chosenAt: isoInstant(clock()) }),
      )
    },

    /** @param after excluded; @param until included (ISO instants) */
    newPosts: async (after: string, until: string) => newPosts(await store.views(), after, until),

    moderation: createDiscussionModeration({ store, assertSeen }),

    /** Runs in the transaction that deletes the event. */
    async eventDeleted(tx: Transaction, eventId: string) {
      const posts = await allOf(tx, discussionPosts, { where: { event: eventId }, orderBy: 'at' })
      for (const { id } of posts) tx.delete(discussionPosts, id)
    },

    /** Latest first. */
    exportOf: (memberId: string) =>
      allOf(store, discussionPosts, { where: { by: memberId }, orderBy: 'at', direction: 'desc' }),

    choicesOf: (memberId: string) =>
      allOf(store, discussionChoices, { where: { member: memberId }, orderBy: 'chosenAt' }),

    forgetChoices: (memberId: string) =>
      deleteAll(store, discussionChoices, { where: { member: memberId }, orderBy: 'chosenAt' }),
  }
}

function validText(sent: string) {
  const text = paragraphs(sent)
  if (visibleLength(text) === 0) throw invalidFields({ text: m.discussionRuleText() })
  return text
}

/** @throws Failure 404 unless it is a post of this event */
async function stored(reader: Pick<Transaction, 'get'>, eventId: string, id: string) {
  const post = await reader.get(discussionPosts, id)
  if (post?.event !== eventId) throw notFound('post')
  return post
}

export const discussionPostsAccountData = (service: DiscussionService) =>
  exported(
    { name: 'discussionPosts', collections: [discussionPosts], schema: ExportedPostsSchema },
    {
      exportOf: service.exportOf,
      forget: 'Others answered them or need the answers. They contain no name of the author.',
    },
  )

export const discussionChoicesAccountData = (service: DiscussionService) =>
  exported(
    { name: 'discussionChoices', collections: [discussionChoices], schema: ExportedChoicesSchema },
    { exportOf: service.choicesOf, forget: service.forgetChoices },
  )
