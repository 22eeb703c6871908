/** Texts read from catalogues at run time: on the server, in tests and in development. Built scripts contain pieces. */
import { language } from './current.ts'
import { format, type Piece, type Values } from './format.ts'
import type { Language } from './languages.ts'
import { parse } from './parse.ts'
import { pseudo } from './pseudo.ts'

/** Texts by their names. `@name` has a remark for translators about `name`. */
export type Texts = Readonly<Record<string, string>>
export const isNote = (name: string) => name.startsWith('@')

export type Catalogues = Readonly<Partial<Record<Language, Texts>>> & { readonly en: Texts }

export function catalogue(texts: Catalogues) {
  const known = new Map<string, readonly Piece[]>()
  function parsed(name: string) {
    const key = `${language()} ${name}`
    const pieces = known.get(key) ?? piecesOf(texts, language(), name)
    known.set(key, pieces)
    return pieces
  }
  return {
    text: (name: string, values?: Readonly<Record<string, string | number>>) =>
      format<string>(parsed(name), values),
    /** A text whose parts may be nodes. */
    rich: <N>(name: string, values: Values<N>) => format<N>(parsed(name), values),
  }
}

/** A text that is missing or broken in one language is shown in English. */
export function piecesOf(texts: Catalogues, wanted: Language, name: string): readonly Piece[] {
  const english = parse(texts.en[name]!)
  if (wanted === 'en-XA') return pseudo(english)
  const text = texts[wanted]?.[name]
  if (text === undefined) return english
  try {
    return parse(text)
  } catch {
    return english
  }
}
