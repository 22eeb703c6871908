import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'

import { MarkedText } from './MarkedText.tsx'

test.for<[query: string, text: string, marked: string]>([
  [
    'bread',
    'Sourdough bread, breads and gingerbread',
    'Sourdough <mark>bread</mark>, <mark>breads</mark> and gingerbread',
  ],
  ['ZURICH law', 'Lawyer in Zürich', '<mark>Lawyer</mark> in <mark>Zürich</mark>'],
  ['lukasz strasse', 'Łukasz, Straßer', '<mark>Łukasz</mark>, <mark>Straßer</mark>'],
  ['法律', '提供法律咨询', '<mark>提供法律咨询</mark>'],
  ['', 'Bread', 'Bread'],
  ['c++', 'C++ and C', '<mark>C++</mark> and C'],
  ['obrien', 'Pat O’Brien', 'Pat <mark>O’Brien</mark>'],
  ['<b', '<b>Bread</b>', '<mark>&lt;b&gt;Bread&lt;</mark>/b&gt;'],
])('the query “%s” marks words of “%s”', ([query, text, marked]) => {
  expect(renderToStaticMarkup(<MarkedText query={query}>{text}</MarkedText>)).toBe(marked)
})
