import { expect, test } from 'vitest'

import { sectionOf, sectionOfUrl } from './own-profile-url.ts'

test.for([
  ['displayName', 'you'],
  ['links.2', 'about'],
  ['address.city', 'contact'],
  ['city', 'contact'],
  ['visibility.phone', 'visibility'],
  ['namedToGuests', 'visibility'],
] as const)('%s is on the tab %s', ([path, section]) => {
  expect(sectionOf(path)).toBe(section)
})

test.for([
  [{ search: '?edit=asks', hash: '' }, 'asks'],
  [{ search: '?edit=nonsense', hash: '' }, 'you'],
  [{ search: '', hash: '#goals' }, 'about'],
  [{ search: '?edit=you', hash: '#goals' }, 'you'],
  [{ search: '?as=visitor', hash: '' }, undefined],
] as const)('the URL %j opens the tab %s', ([url, section]) => {
  expect(sectionOfUrl(url)).toBe(section)
})
