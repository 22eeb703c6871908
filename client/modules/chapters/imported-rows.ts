import * as m from '#shared/chapters/messages.ts'
import { CHAPTER_LISTINGS, JOIN_RULES } from '#shared/chapters/rules.ts'
import type { ChapterEdit, ChapterImport } from '#shared/chapters/schema.ts'
import { fold } from '#shared/lib/words.ts'

import { LABELS } from './labels.ts'
import { slugOf } from './slug.ts'

type Row = ChapterImport['chapters'][number]
export type ImportColumn = keyof typeof COLUMNS

/** Headings of the columns: the fields of the API, and their labels in the language of the page. */
const COLUMNS = {
  name: LABELS.name,
  slug: LABELS.slug,
  place: LABELS.place,
  region: LABELS.region,
  timeZone: LABELS.timeZone,
  language: LABELS.language,
  about: LABELS.about,
  joinRule: LABELS.joinRule,
  listing: LABELS.listing,
  lead: m.importLead,
} as const

export const importColumns = () => Object.values(COLUMNS).map((label) => label())
/** @param path of an error, such as `chapters.2.slug` */
export const columnOf = (path: string) => COLUMNS[path.split('.')[2] as ImportColumn]?.() ?? ''

const isSame = (text: string, other: string) => fold(text) === fold(other)

/** The value that a cell names; other text stays, so that the server refuses it. */
const valueIn = <Value extends string>(
  text: string,
  values: readonly Value[],
  labelOf: (value: Value) => string,
) => values.find((value) => isSame(text, value) || isSame(text, labelOf(value))) ?? (text as Value)

/**
 * Chapters in a table whose first row has the headings. Empty cells and missing columns have the values of the defaults.
 * Undefined without a column of names.
 */
export function importedRows(
  [headings = [], ...rows]: readonly (readonly string[])[],
  defaults: ChapterEdit,
  languages: readonly { value: string; label: string }[],
): Row[] | undefined {
  const columns = new Map(
    Object.entries(COLUMNS).map(([field, label]) => [
      field as ImportColumn,
      headings.findIndex((heading) => isSame(heading, field) || isSame(heading, label())),
    ]),
  )
  if (columns.get('name') === -1) return undefined
  return rows.map((cells) => {
    const of = (column: ImportColumn) => cells[columns.get(column) ?? -1]?.trim() ?? ''
    const language = of('language')
    const lead = of('lead')
    return {
      ...defaults,
      name: of('name'),
      slug: of('slug') || slugOf(of('name')),
      place: of('place'),
      region: of('region'),
      timeZone: of('timeZone') || defaults.timeZone,
      language: (languages.find(({ value, label }) => isSame(language, value) || isSame(language, label))
        ?.value ??
        (language || defaults.language)) as ChapterEdit['language'],
      about: of('about'),
      joinRule: valueIn(of('joinRule') || defaults.joinRule, JOIN_RULES, (rule) => m.joinRuleName({ rule })),
      listing: valueIn(of('listing') || defaults.listing, CHAPTER_LISTINGS, (listing) =>
        m.listingName({ listing }),
      ),
      ...(lead && { lead }),
    }
  })
}
