import type { Forms, Piece } from './format.ts'

type Kind = 'text' | 'number' | 'choice' | 'tag'

/** The names that a text expects values for. A name can stand in several places: as a number, it is a number in all. */
export function placeholdersOf(pieces: readonly Piece[]): Readonly<Record<string, Kind>> {
  const found: Record<string, Kind> = {}
  for (const [name, kind] of pieces.flatMap(kindsOf)) {
    if (!found[name] || found[name] === 'text') found[name] = kind
  }
  return found
}

function kindsOf(piece: Piece): readonly (readonly [name: string, Kind])[] {
  if (typeof piece === 'string') return []
  const [name, inside, isPlural] = piece
  if (inside === undefined) return [[name, 'text']]
  if (inside === '#') return [[name, 'number']]
  if (Array.isArray(inside)) return [[name, 'tag'], ...(inside as readonly Piece[]).flatMap(kindsOf)]
  const inForms = Object.values(inside as Forms)
    .flat()
    .flatMap(kindsOf)
  return [[name, isPlural ? 'number' : 'choice'], ...inForms]
}
