import * as m from '#shared/chapters/messages.ts'
import type { ChapterEdit } from '#shared/chapters/schema.ts'
import * as words from '#shared/lib/messages.ts'

/** Labels of the fields of a chapter. */
export const LABELS = {
  name: m.name,
  slug: m.slug,
  place: m.place,
  region: m.region,
  timeZone: words.timeZone,
  language: m.language,
  cover: m.picture,
  about: m.about,
  joinRule: m.joining,
  listing: m.listing,
  state: m.state,
  leadTerm: m.leadTerm,
  industrySeats: m.industrySeats,
  lettersPerWeek: m.lettersPerWeek,
} as const satisfies Readonly<Record<keyof ChapterEdit, () => string>>
