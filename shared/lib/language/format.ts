import { formatNumber } from './numbers.ts'

import { locale } from './current.ts'

/** One piece of a text. The build writes pieces into the scripts, so that browsers parse nothing. */
export type Piece =
  | string
  /** `{name}` */
  | readonly [name: string]
  /** `{name, number}`, and `#` in the forms of a plural */
  | readonly [name: string, '#']
  /** `<name>…</name>` */
  | readonly [name: string, readonly Piece[]]
  /** `{name, select, …}` */
  | readonly [name: string, Forms]
  /** `{name, plural, …}` */
  | readonly [name: string, Forms, 'plural']

export type Forms = Readonly<Record<string, readonly Piece[]>> & { readonly other: readonly Piece[] }

/** The content of a tag. */
export type Content = string | Parts<unknown>

/** Surrounds a part of a text, such as with a link. */
export type Tag<N> = (content: Content) => N

/** A text with parts that are not text. On the client, `rich` turns it into nodes. */
export class Parts<N> {
  readonly parts: readonly (string | N)[]

  constructor(parts: readonly (string | N)[]) {
    this.parts = parts
  }
}

type Rich<N> = [N] extends [string] ? string : string | Parts<N>

export type Values<N> = Readonly<Record<string, string | number | N | Tag<N>>>

export function format<N = never>(pieces: readonly Piece[], values: Values<N> = {}): Rich<N> {
  const parts = pieces.flatMap((piece) => partsOf(piece, values))
  const isText = parts.every((part) => typeof part === 'string')
  return (isText ? parts.join('') : new Parts(parts)) as Rich<N>
}

function partsOf<N>(piece: Piece, values: Values<N>): readonly (string | N)[] {
  if (typeof piece === 'string') return [piece]
  const [name, inside, isPlural] = piece
  const value = values[name]!
  if (inside === undefined) return [value as string | N]
  if (inside === '#') return [formatNumber(value as number)]
  if (isPieces(inside)) return [(value as Tag<N>)(format(inside, values) as Content)]
  const form = isPlural ? pluralForm(value as number, inside) : (value as string)
  return (Object.hasOwn(inside, form) ? inside[form]! : inside.other).flatMap((each) => partsOf(each, values))
}

const isPieces = (inside: readonly Piece[] | Forms): inside is readonly Piece[] => Array.isArray(inside)

/** Created when it is first used, as for numbers. */
let rules: Intl.PluralRules | undefined
let rulesOf = ''

function pluralForm(count: number, forms: Forms) {
  if (forms[`=${count}`]) return `=${count}`
  if (!rules || rulesOf !== locale()) {
    rulesOf = locale()
    rules = new Intl.PluralRules(rulesOf)
  }
  return rules.select(count)
}
