import type { Forms, Piece } from './format.ts'

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
const ACCENTED = 'ȧƀƈḓḗƒɠħīĵķŀḿƞǿƥɋřşŧŭṽẇẋẏẑ'
const LONGER = 0.4
/** Length of the words that are added. */
const FILLER = 'ǿǿǿǿǿǿǿǿǿ'

/** Puts accents on all letters and lengthens the text, as a translation would. Keeps placeholders. */
export const pseudo = (pieces: readonly Piece[]): readonly Piece[] => pieces.map(ofPiece)

function ofPiece(piece: Piece): Piece {
  if (typeof piece === 'string') return accented(piece)
  const [name, inside, isPlural] = piece
  if (inside === undefined || inside === '#') return piece
  if (Array.isArray(inside)) return [name, pseudo(inside as readonly Piece[])]
  const forms = Object.fromEntries(
    Object.entries(inside as Forms).map(([key, form]) => [key, pseudo(form)]),
  ) as Forms
  return isPlural ? [name, forms, 'plural'] : [name, forms]
}

function accented(text: string) {
  const letters = text.match(/[a-z]/gi)?.length ?? 0
  const filler = ` ${FILLER}`.repeat(Math.ceil(letters / FILLER.length)).slice(0, Math.ceil(letters * LONGER))
  const content = text.trimEnd()
  const space = text.slice(content.length)
  return content.replace(/[a-z]/gi, accent) + filler + space
}

function accent(letter: string) {
  const small = ACCENTED[LETTERS.indexOf(letter.toLowerCase())]!
  return letter === letter.toLowerCase() ? small : small.toUpperCase()
}
