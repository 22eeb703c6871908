import * as m from '#shared/events/messages.ts'
import type { EventImportResult, ImportedDetails } from '#shared/events/imports.ts'
import { EVENT_LIMITS } from '#shared/events/rules.ts'
import type { EventEdit } from '#shared/events/schema.ts'
import { validate } from '#server/modules/events/events/validation.ts'
import { instantOf } from '#server/lib/clock.ts'
import { oneLine } from '#server/lib/text/plain-text.ts'

import { htmlToText } from './html-to-text.ts'

type Problem = EventImportResult['problems'][number]

const ADDRESS_LINE = 120

/**
 * Turns an event of a file into an edit. Nothing is shortened: a text that is too long is an error. Formulas are text
 * here, and are neutralised in files that the product writes.
 */
export function readDetails(details: ImportedDetails): { edit: EventEdit; problems: Problem[] } {
  const [startsAt, endsAt] = [instantOf(details.startsAt), instantOf(details.endsAt)]
  const place = venueOf(details.place)
  const joinUrl = oneLine(details.joinUrl ?? '')
  const edit: EventEdit = {
    title: oneLine(details.title),
    summary: '',
    description: htmlToText(details.description),
    startsAt: startsAt ?? '',
    endsAt: endsAt ?? '',
    allDay: details.allDay,
    timeZone: details.timeZone,
    format: joinUrl ? (place ? 'hybrid' : 'online') : 'inPerson',
    ...(place && { venue: place }),
    ...(joinUrl && { joinUrl }),
    ...(details.capacity !== undefined && { capacity: details.capacity }),
    cover: '',
    visibility: 'members',
    guestsMax: 0,
    hosts: [],
    tags: [],
  }
  const errors = {
    ...validate(edit),
    ...(!startsAt && { startsAt: m.importsTimeRule() }),
    ...(!endsAt && { endsAt: m.importsTimeRule() }),
  }
  const lengths = {
    title: tooLong(edit.title, EVENT_LIMITS.title.max),
    description: tooLong(edit.description, EVENT_LIMITS.description),
    place:
      tooLong(place?.name, EVENT_LIMITS.venueName) || tooLong(place?.address.address_line1, ADDRESS_LINE),
  }
  return {
    edit,
    problems: [...Object.entries(errors), ...Object.entries(lengths)].flatMap(([field, message]) =>
      message ? [{ field, message }] : [],
    ),
  }
}

const tooLong = (text: string | undefined, limit: number) =>
  (text?.length ?? 0) > limit && m.importsTooLong({ most: limit })

/** The part before the first comma or line end is the name of the venue. */
function venueOf(place: string): EventEdit['venue'] {
  const [name = '', ...rest] = place
    .split(/[,\r\n]+/)
    .map(oneLine)
    .filter(Boolean)
  if (!name) return undefined
  return { name, address: rest.length > 0 ? { address_line1: rest.join(', ') } : {} }
}
