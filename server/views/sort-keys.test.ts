import { expect, test } from 'vitest'

import type { Language } from '#shared/lib/language/languages.ts'
import { views } from '#server/collections.ts'
import { defaultLanguage, setDefaultLanguage } from '#server/lib/language.ts'

import { createSortKeys } from './sort-keys.ts'
import { hashOf } from './view.ts'

const NAMES =
  `Aase Aaron Adam Ælfric Åberg Äberg Öberg Østergaard Ångström Zackrisson Zorn Aziz Azra Ñandu Nadal Nuñez
  Nunez Nzinga Ornella Ola Łukasz Lukas Lzy Maria Ąda Ada Ażur Ćwik Cwik Czeska Źdźbło Żaneta Zofia Çelik Celik Cuma
  Dündar Ğ Gül Güzel Hakan Işık Ilgaz Irmak İnci İpek Jale Öztürk Ozan Pınar Şahin Sahin Szabo Süzen Suzan Tülin Ümit
  Umut Vural Übel Uwe Vogel Weiß Weiss Weisz Müller Muller Mueller Ýrr Yrsa Þóra Thora Ðóra Dora Đorđe Dorde Œdipe
  Oedipe Ĳsbrand Éva Eva Ezra Ørsted Orsted Óscar Pedro Ludwig Llull Luz Chavez Cuesta Dzieci Ćma`.split(
    /\s+/,
  )

const sign = (one: string, other: string) => (one === other ? 0 : one < other ? -1 : 1)

test.each(['en', 'de', 'pt-PT', 'fr', 'sv', 'da', 'nb', 'es', 'pl', 'tr', 'cs', 'hu', 'hr', 'vi', 'ro'])(
  'sort keys order names as %s does, ignoring accents of the same letter',
  (locale) => {
    const { compare } = new Intl.Collator(locale, { sensitivity: 'base' })
    const { keyOf } = createSortKeys(locale)
    const wrong = NAMES.flatMap((one) =>
      NAMES.filter((other) => sign(keyOf(one), keyOf(other)) !== Math.sign(compare(one, other))).map(
        (other) => `${one} ${other}`,
      ),
    )
    expect(wrong).toEqual([])
  },
)

test('a letter with its own place in an alphabet is sorted there, also in capitals and decomposed', () => {
  const sorted = (locale: string, names: string) => {
    const { keyOf } = createSortKeys(locale)
    return names
      .split(' ')
      .toSorted((one, other) => sign(keyOf(one), keyOf(other)))
      .join(' ')
  }
  expect(sorted('sv', 'Öberg Zorn Äberg ÅBERG A\u030Aland Ada')).toBe(
    'Ada Zorn ÅBERG A\u030Aland Äberg Öberg',
  )
  expect(sorted('de', 'Öberg Zorn Äberg Oberg Azra')).toBe('Äberg Azra Öberg Oberg Zorn')
  expect(sorted('da', 'Aase Zorn Øre Ære Ada')).toBe('Ada Zorn Ære Øre Aase')
  expect(sorted('tr', 'İnci Irmak Hakan Jale')).toBe('Hakan Irmak İnci Jale')
})

test('the order differs between languages that sort differently', () => {
  const orderOf = (locale: string) => createSortKeys(locale).order
  expect(orderOf('sv')).not.toBe(orderOf('en'))
  expect(orderOf('de')).toBe(orderOf('en'))
})

test('views with sort keys are built again when the default language sorts differently', () => {
  const language = defaultLanguage()
  const hashes = () => Object.fromEntries(views.map((view) => [view.name, hashOf(view)]))
  const before = hashes()
  setDefaultLanguage('sv' as Language)
  const after = hashes()
  setDefaultLanguage(language)
  expect(Object.keys(before).filter((name) => before[name] !== after[name])).toEqual([
    'person',
    'chapter',
    'event',
    'eventGuest',
  ])
})
