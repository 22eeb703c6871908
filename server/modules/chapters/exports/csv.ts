import * as m from '#shared/chapters/messages.ts'
import type { ChapterPerson } from '#shared/chapters/schema.ts'
import { writeCsv } from '#server/lib/text/csv.ts'
import type { PersonDetails } from '#server/modules/people/members/types.ts'

export type ExportedPerson = ChapterPerson & PersonDetails

/** Contains no email addresses: each member decides who sees theirs, and files get passed on. */
export const peopleCsv = (people: readonly ExportedPerson[]) =>
  writeCsv<ExportedPerson>(
    [
      [m.name(), ({ displayName }) => displayName],
      [m.exportHeadline(), ({ headline }) => headline],
      [m.exportCompany(), ({ company }) => company],
      [m.exportIndustry(), ({ industry }) => industry],
      [m.place(), ({ city }) => city],
      [m.exportKind(), ({ kind }) => m.exportKindName({ kind })],
      [m.exportRole(), ({ role }) => m.roleName({ role })],
      [m.exportSince(), ({ since }) => since.slice(0, 10)],
    ],
    people,
  )
