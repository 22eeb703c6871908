import { type EventEdit, EventEditSchema } from '#shared/events.ts'
import { isoInstant } from '#server/lib/clock.ts'
import { inPlainLetters } from '#server/lib/plain-link.ts'
import { distinctLines, oneLine, paragraphs } from '#server/lib/plain-text.ts'
import { fold } from '#server/search/words.ts'

import type { EventDocument } from './collection.ts'

/** As it is kept: plain texts, instants in UTC. */
export function tidied(edit: EventEdit): EventEdit {
  return {
    ...edit,
    title: oneLine(edit.title),
    summary: oneLine(edit.summary),
    description: paragraphs(edit.description),
    tags: distinctTags(edit.tags),
    startsAt: inUtc(edit.startsAt),
    endsAt: inUtc(edit.endsAt),
    ...(edit.rsvpDeadline && { rsvpDeadline: inUtc(edit.rsvpDeadline) }),
    ...(edit.joinUrl && { joinUrl: inPlainLetters(oneLine(edit.joinUrl)) }),
    ...(edit.venue && { venue: tidiedVenue(edit.venue) }),
  }
}

/** Each once, as it was first spelt: "AI" and "ai" are found as one. */
const distinctTags = (tags: readonly string[]) =>
  Map.groupBy(distinctLines(tags), fold)
    .values()
    .map(([first]) => first!)
    .toArray()

const tidiedVenue = ({ name, address }: NonNullable<EventEdit['venue']>) => ({
  name: oneLine(name),
  address: Object.fromEntries(
    Object.entries(address)
      .map(([part, text]) => [part, oneLine(text)])
      .filter(([, text]) => text),
  ),
})

const inUtc = (instant: string) => isoInstant(Temporal.Instant.from(instant).epochMilliseconds)

const isEdited = ([field]: [string, unknown]) => field in EventEditSchema.properties

/** All that an edit of the event as it is would say. */
export const editOf = (event: EventDocument) =>
  Object.fromEntries(Object.entries(event).filter(isEdited)) as EventEdit

/** The event with everything that an edit speaks of as the edit has it, also where that is nothing. */
export function edited(event: EventDocument, edit: EventEdit): EventDocument {
  const kept = Object.entries(event).filter((entry) => !isEdited(entry))
  return { ...(Object.fromEntries(kept) as Omit<EventDocument, keyof EventEdit>), ...edit }
}
