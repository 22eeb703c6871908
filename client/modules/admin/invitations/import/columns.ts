import { IMPORT_FIELDS, IMPORT_LIMITS, type ImportField } from '#shared/accounts/invitation-rules.ts'
import type { ImportRow } from '#shared/accounts/invitations.ts'
import { keysOf } from '#shared/lib/records.ts'

/** Meaning of a column in a file; empty for one that is left out. */
export type Column = 'email' | ImportField | 'firstName' | 'lastName' | ''

/** Beginnings of headings, without spaces and marks. The longer of two matches decides. */
const HEADINGS: Record<Exclude<Column, ''>, readonly string[]> = {
  email: ['email', 'mail', 'eaddress', 'adressemail', 'correo'],
  displayName: ['name', 'fullname', 'displayname', 'member', 'nomcomplet', 'vollername'],
  firstName: ['firstname', 'givenname', 'forename', 'vorname', 'prenom', 'nombre'],
  lastName: ['lastname', 'surname', 'familyname', 'nachname', 'nom', 'apellido'],
  headline: ['headline', 'title', 'jobtitle', 'position', 'role', 'funktion'],
  company: ['company', 'organisation', 'organization', 'employer', 'firma', 'unternehmen', 'entreprise'],
  industry: ['industry', 'sector', 'branche'],
  city: ['city', 'town', 'ort', 'stadt', 'ville', 'ciudad'],
  country: ['country', 'land', 'pays', 'pais'],
  phone: ['phone', 'mobile', 'telephone', 'telefon', 'tel', 'cell'],
  bio: ['bio', 'about', 'description', 'profile'],
  keywords: ['keywords', 'tags', 'skills', 'topics'],
  chapter: ['chapter', 'nucleo', 'localgroup', 'ortsgruppe', 'regionalgruppe'],
  links: ['links', 'website', 'web', 'url', 'linkedin', 'homepage'],
}

export const COLUMNS = keysOf(HEADINGS)

const plain = (text: string) => text.normalize('NFD').replace(/\P{L}/gu, '').toLowerCase()

function columnOf(heading: string): Column {
  const text = plain(heading)
  const fitting = COLUMNS.flatMap((column) =>
    HEADINGS[column].filter((name) => text.startsWith(name)).map((name) => ({ column, name })),
  )
  return fitting.toSorted((a, b) => b.name.length - a.name.length)[0]?.column ?? ''
}

/** The likely meaning of each column, each field once, and whether the first line contains headings. */
export function guessColumns(table: readonly (readonly string[])[]): {
  columns: Column[]
  hasHeader: boolean
} {
  const [first = []] = table
  const hasHeader = !first.some((cell) => cell.includes('@'))
  const named = first.map((cell) => (hasHeader ? columnOf(cell) : ''))
  const columns = named.map((column, at) => (named.indexOf(column) === at ? column : ''))
  if (!columns.includes('email')) {
    const addresses = first.map((_, at) => table.filter((row) => row[at]?.includes('@')).length)
    const most = Math.max(...addresses)
    if (most > 0) columns[addresses.indexOf(most)] = 'email'
  }
  return { columns, hasHeader }
}

export function rowsOf(
  table: readonly (readonly string[])[],
  { columns, hasHeader }: { columns: readonly Column[]; hasHeader: boolean },
): ImportRow[] {
  return (hasHeader ? table.slice(1) : table).map((cells) => {
    const of = (column: Column) => (cells[columns.indexOf(column)] ?? '').trim().slice(0, IMPORT_LIMITS.cell)
    const row: ImportRow = { email: of('email') }
    for (const field of IMPORT_FIELDS) if (of(field)) row[field] = of(field)
    const name = [of('firstName'), of('lastName')].filter(Boolean).join(' ')
    if (!row.displayName && name) row.displayName = name
    return row
  })
}

const ENTRY = /(?:"[^"]*"|[^,;\n"])+/g
const NAMED = /^(.*?)<([^<>]*)>$/

/** Parses `ada@example.org` or `Ada Lovelace <ada@example.org>`, separated by lines, commas or semicolons. */
export const rowsOfList = (text: string): ImportRow[] =>
  (text.match(ENTRY) ?? [])
    .map((entry) => entry.trim())
    .filter(Boolean)
    .map((entry) => {
      const [, name = '', email = entry] = NAMED.exec(entry) ?? []
      const displayName = name.replaceAll('"', '').trim()
      return {
        email: email.trim().slice(0, IMPORT_LIMITS.cell),
        displayName: displayName ? displayName.slice(0, IMPORT_LIMITS.cell) : undefined,
      }
    })
