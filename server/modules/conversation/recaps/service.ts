import { Type } from 'typebox'

import * as m from '#shared/conversation/messages.ts'
import * as ofEvents from '#shared/events/messages.ts'
import { isDeepStrictEqual } from 'node:util'

import type { Recap, RecapEdit } from '#shared/conversation/recaps/schema.ts'
import { visibleLength } from '#shared/lib/visible-length.ts'
import { exported } from '#server/modules/account-data-part.ts'
import type { Actor } from '#server/modules/actor.ts'
import type { Events } from '#server/modules/events/module.ts'
import { organiserOf } from '#server/modules/events/events/rights.ts'
import { hasEnded } from '#server/modules/events/events/rules.ts'
import type { Operations } from '#server/modules/operations/module.ts'
import type { People } from '#server/modules/people/module.ts'
import { allOf } from '#server/store/all-of.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { conflict, invalidFields, notFound, stale } from '#server/lib/failure.ts'
import { oneLine, paragraphs } from '#server/lib/text/plain-text.ts'
import type { Store, Transaction } from '#server/store/port.ts'

import { eventRecaps, type RecapDocument } from './collection.ts'

/** Recaps of events that the member was the last to edit. */
const ExportedRecapsSchema = Type.Array(
  Type.Object({ event: Type.String(), text: Type.String(), at: Type.String() }),
)

interface Deps {
  store: Store
  clock: Clock
  operations: Operations
  people: People
  events: Events
}

type Picture = RecapDocument['pictures'][number]

export type RecapService = ReturnType<typeof createRecapService>

/** Recaps of past events, whose pictures disappear as soon as a member asks for it (decision 126). */
export function createRecapService({ store, clock, operations, people, events }: Deps) {
  const { images } = people

  /** @throws Failure unless the actor may edit the event, and it took place */
  async function pastEvent(actor: Actor, eventId: string) {
    const event = await events.eventAccess.editableShown(actor, eventId)
    if (event.status === 'cancelled') throw conflict('event_cancelled', ofEvents.eventCancelled())
    if (!hasEnded.of(event, clock())) throw conflict('not_over', m.eventNotOver())
    return event
  }

  return {
    /** The recap for members who can see the event. */
    async get(viewer: Actor, eventId: string): Promise<Recap> {
      const event = await events.eventAccess.seen(viewer, eventId)
      return viewOf(await store.get(eventRecaps, eventId), await events.eventAccess.canEdit(viewer, event))
    },

    /** Replaces the recap if `version` is the latest. */
    async edit(actor: Actor, eventId: string, version: number, sent: RecapEdit): Promise<Recap> {
      const event = await pastEvent(actor, eventId)
      const edit = normalised(sent)
      const stored = await store.transact(async (tx) => {
        const before = await tx.get(eventRecaps, eventId)
        const pictures = edit.pictures.map((picture) => ({
          ...before?.pictures.find(({ image }) => image === picture.image),
          ...picture,
        }))
        const isSame = before && isDeepStrictEqual([before.text, before.pictures], [edit.text, pictures])
        // A repeated request whose first response was lost.
        if (isSame && before.version === version + 1) return before
        if ((before?.version ?? 0) !== version) throw stale('recap')
        const [old, current] = [ids(before?.pictures ?? []), ids(pictures)]
        const use = (id: string, oldId: string) =>
          images.use(tx, `recap:${eventId}`, { id, oldId, by: actor.id })
        for (const image of current.difference(old)) await use(image, '')
        for (const image of old.difference(current)) await use('', image)
        const now = isoInstant(clock())
        const after = { id: eventId, version: version + 1, text: edit.text, pictures, by: actor.id, at: now }
        tx.put(eventRecaps, after)
        await events.eventAudit.recordAdmin(tx, actor, event, { action: 'event.recap_edited' })
        return after
      })
      return viewOf(stored, true)
    },

    /** Hides a picture from everyone at once, until a host decides. Idempotent. */
    async askForRemoval(actor: Actor, eventId: string, image: string): Promise<void> {
      await events.eventAccess.seen(actor, eventId)
      await store.transact(async (tx) => {
        const event = await events.eventAccess.nonDraft(tx, eventId)
        if (!event) throw notFound('event')
        const isChanged = await changePicture(tx, eventId, image, (picture, { version }) => {
          if (picture.removal) return picture
          if (picture.keptDespite?.includes(actor.id))
            throw conflict('picture_kept', m.recapKept(), {
              detail: m.recapKeptText(),
            })
          operations.outbox.notify(tx, {
            topic: 'pictureRemoval',
            subject: { kind: 'event', id: eventId },
            dedupeKey: `${eventId} ${image} ${version}`,
            doneBy: actor.id,
            recipients: [...new Set([organiserOf(event), ...event.hosts])],
            data: { title: event.title },
          })
          return { ...picture, removal: { by: actor.id, at: isoInstant(clock()) } }
        })
        if (!isChanged) return
        const action = 'event.picture_removal_requested'
        const { id: by, sessionHash } = actor
        await operations.audit.record({ action, actor: by, target: eventId, sessionHash }, tx)
      })
    },

    /** Shows a picture again that someone asked to remove. */
    async keepPicture(actor: Actor, eventId: string, image: string): Promise<void> {
      const event = await pastEvent(actor, eventId)
      await store.transact(async (tx) => {
        const isChanged = await changePicture(tx, eventId, image, (picture) => {
          const { removal, keptDespite = [], ...rest } = picture
          return removal ? { ...rest, keptDespite: [...keptDespite, removal.by] } : picture
        })
        if (isChanged) await events.eventAudit.record(tx, actor, event, { action: 'event.picture_kept' })
      })
    },

    async removePicture(actor: Actor, eventId: string, image: string): Promise<void> {
      const event = await pastEvent(actor, eventId)
      await store.transact(async (tx) => {
        await changePicture(tx, eventId, image, () => undefined)
        await images.use(tx, `recap:${eventId}`, { id: '', oldId: image, by: actor.id })
        await events.eventAudit.record(tx, actor, event, { action: 'event.picture_removed' })
      })
    },

    /** Runs in the transaction that deletes the event. */
    async eventDeleted(tx: Transaction, eventId: string, actor: Actor) {
      const recap = await tx.get(eventRecaps, eventId)
      tx.delete(eventRecaps, eventId)
      for (const { image } of recap?.pictures ?? [])
        await images.use(tx, `recap:${eventId}`, { id: '', oldId: image, by: actor.id })
    },

    exportOf: async (memberId: string) =>
      (await allOf(store, eventRecaps, { where: { by: memberId }, orderBy: 'at' })).map(
        ({ id: event, text, at }) => ({ event, text, at }),
      ),
  }
}

const viewOf = (recap: RecapDocument | undefined, managed: boolean): Recap => ({
  version: recap?.version ?? 0,
  text: recap?.text ?? '',
  pictures: (recap?.pictures ?? []).flatMap(({ image, alt, removal }) =>
    removal && !managed ? [] : [{ image, alt, isWithdrawn: removal ? (true as const) : undefined }],
  ),
})

function normalised({ text, pictures }: RecapEdit): RecapEdit {
  const images = pictures.map(({ image }) => image)
  const cleaned = pictures.map(({ image, alt }) => ({ image, alt: oneLine(alt) }))
  const errors = cleaned.flatMap(({ image, alt }, at) => [
    ...(visibleLength(alt) === 0 ? [[`pictures.${at}.alt`, m.recapRulePicture()] as const] : []),
    ...(images.indexOf(image) < at ? [[`pictures.${at}.image`, m.recapRuleTwice()] as const] : []),
  ])
  if (errors.length > 0) throw invalidFields(Object.fromEntries(errors))
  return { text: paragraphs(text), pictures: cleaned }
}

/** Replaces one picture, or removes it. @returns whether it changed. @throws Failure 404 when there is none */
async function changePicture(
  tx: Transaction,
  eventId: string,
  image: string,
  next: (picture: Picture, recap: RecapDocument) => Picture | undefined,
) {
  const recap = await tx.get(eventRecaps, eventId)
  const picture = recap?.pictures.find((each) => each.image === image)
  if (!recap || !picture) throw notFound('picture')
  const after = next(picture, recap)
  if (after === picture) return false
  const pictures = recap.pictures.flatMap((each) => (each !== picture ? [each] : after ? [after] : []))
  tx.put(eventRecaps, { ...recap, version: recap.version + 1, pictures })
  return true
}

const ids = (pictures: readonly Pick<Picture, 'image'>[]) => new Set(pictures.map(({ image }) => image))

export const eventRecapsAccountData = (service: RecapService) =>
  exported(
    { name: 'eventRecaps', collections: [eventRecaps], schema: ExportedRecapsSchema },
    {
      exportOf: service.exportOf,
      forget: 'They belong to the organisation, and contain no name of the author.',
    },
  )
