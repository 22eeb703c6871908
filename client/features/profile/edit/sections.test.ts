import { expect, test } from 'vitest'

import { sectionOf, sectionOfAddress } from './sections.ts'

test.for([
  ['displayName', 'you'],
  ['links.2', 'about'],
  ['address.city', 'contact'],
  ['city', 'contact'],
  ['visibility.phone', 'audience'],
  ['of nobody’s', 'you'],
] as const)('%s stands in %s', ([path, section]) => {
  expect(sectionOf(path)).toBe(section)
})

test.for([
  [{ search: '?edit=asks', hash: '' }, 'asks'],
  [{ search: '?edit=nonsense', hash: '' }, 'you'],
  [{ search: '', hash: '#goals' }, 'about'],
  [{ search: '?edit=you', hash: '#goals' }, 'you'],
  [{ search: '?as=visitor', hash: '' }, undefined],
] as const)('%j asks for %s', ([address, section]) => {
  expect(sectionOfAddress(address)).toBe(section)
})
