import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { DirectoryPage } from '#shared/people/directory.ts'
import { type MemberDocument, members } from '#server/modules/people/members/collection.ts'
import { newcomer } from '#server/modules/people/members/newcomer.ts'
import { startTestApp } from '#server/testing/app.ts'

const JOINED_AT = '2026-01-01T00:00:00.000Z'
const askFor = (text: string) => [{ id: 'ask', text, expiresAt: '2999-01-01T00:00:00.000Z' }]

const app = await startTestApp()
const viewer = await app.member()
beforeAll(async () => {
  await join(
    { displayName: 'Ada', headline: 'Accountant', industry: 'Accounting and tax' },
    { displayName: 'Bea', keywords: ['bookkeeping'], industry: 'Accounting and tax' },
    { displayName: 'Cem', headline: 'Pottery', industry: 'Manufacturing', asks: askFor('An acountant') },
    { displayName: 'Paula Fisher', headline: 'Choirs' },
    {
      displayName: 'Ove',
      company: 'Ove Fisherman',
      headline: 'Trains electricians',
      industry: 'Education and training',
    },
    { displayName: 'Uta', headline: 'Wiring and sockets', industry: 'Architecture and construction' },
    { displayName: 'Vera', headline: 'Museum guide', address: { city: 'Lisboa' } },
    { displayName: 'Will Stone', headline: 'Murals' },
  )
})
afterAll(() => app.close())

async function join(...people: Partial<MemberDocument>[]) {
  await app.store.transact(async (tx) => {
    for (const person of people) {
      const member = { ...newcomer(randomUUID(), JOINED_AT), version: 1, email: 'someone@guildhall.test' }
      tx.put(members, { ...member, onboardedAt: JOINED_AT, ...person })
    }
  })
  app.advance(1_000)
}

async function search(q: string) {
  const answer = await viewer.call('GET', `/api/directory?${new URLSearchParams({ q })}`)
  const { items, instead } = answer.json<DirectoryPage>()
  return { names: items.map(({ displayName }) => displayName), instead }
}

test('a trade is corrected although somebody asks for it with the same typing error', async () => {
  expect(await search('acountant')).toEqual({ names: ['Ada', 'Bea'], instead: 'accountant' })
})

test('a name that few have is not corrected to a trade', async () => {
  expect(await search('fisher')).toMatchObject({ names: ['Paula Fisher', 'Ove'], instead: undefined })
})

test('a word that is repeated is corrected everywhere', async () => {
  expect(await search('acountant acountant')).toMatchObject({ instead: 'accountant accountant' })
})

test('a word of the thesaurus is not corrected, although nobody is found by it', async () => {
  await join({ displayName: 'Gerd', headline: 'Glas schneiden' })
  expect(await search('Glas schneden')).toMatchObject({ names: ['Gerd'], instead: 'glas schneiden' })
  expect(await search('Werbung schalten')).toMatchObject({ names: [], instead: undefined })
})

test('a typing error is corrected although it looks like a form of a need in another language', async () => {
  await join({ displayName: 'Dana', headline: 'Dentist' }, { displayName: 'Piet', headline: 'Plumber' })
  // A filling is a "Plombe" in German.
  expect(await search('plomber')).toEqual({ names: ['Piet'], instead: 'plumber' })
})

test('a typing error in a compound is corrected, although others are found by its end', async () => {
  await join({ displayName: 'Derya', headline: 'Hautärztin' }, { displayName: 'Doro', headline: 'Arzt' })
  expect(await search('Hautaarzt')).toEqual({ names: ['Derya'], instead: 'Hautarzt' })
})

test('a word that names a trade with the rest of the text comes before one that names another alone', async () => {
  await join(
    { displayName: 'Avelino', headline: 'Avaliação de empresas' },
    { displayName: 'Pilar', headline: 'Aviação' },
  )
  const { instead } = await search('aavliação de empresas')
  expect(instead).toBe('avaliação de empresas')
})

test('accents may be left out, also with a typing error', async () => {
  await join({ displayName: 'Inês', headline: 'Insolvência' }, { displayName: 'Artur', headline: 'Armazém' })
  expect(await search('insolvencia')).toMatchObject({ names: ['Inês'] })
  expect(await search('imsolvencia')).toMatchObject({ names: ['Inês'], instead: 'insolvência' })
  expect(await search('armazem')).toMatchObject({ names: ['Artur'] })
})

test('a need in plain words finds who meets it before who has its words', async () => {
  await join({ displayName: 'Kit', headline: 'Posters and a cat' })
  await join({ displayName: 'Pia', headline: 'Small animal vet', industry: 'Health and wellbeing' })
  expect(await search('my cat is sick')).toEqual({ names: ['Pia'], instead: undefined })
  expect(await search('cat')).toEqual({ names: ['Pia', 'Kit'], instead: undefined })
  expect(await search('vet')).toEqual({ names: ['Pia'], instead: undefined })
})

test('a text that nobody has finds the trades that its words probably mean, the likeliest first', async () => {
  await join(
    { displayName: 'Hal', headline: 'Hairdresser', industry: 'Other' },
    { displayName: 'Wim', headline: 'Wedding planner', industry: 'Hospitality and travel' },
    { displayName: 'Gus', headline: 'Glazier', industry: 'Architecture and construction' },
  )
  expect(await search('a perm for our wedding')).toMatchObject({ names: ['Hal', 'Wim'] })
  const found = await search('new curls, new mirror')
  expect({ ...found, names: found.names.toSorted() }).toEqual({
    names: ['Gerd', 'Gus', 'Hal'],
    instead: 'new curls mirror',
  })
})

test('a trade that is much less likely than another is not shown', async () => {
  expect(await search('hair dye for a wedding')).toEqual({ names: ['Hal'], instead: 'hair dye' })
})

test('a single word that many trades share selects none of them', async () => {
  expect(await search('repair zithers')).toEqual({ names: [], instead: undefined })
})

test('a German compound finds the trade of the need with which it ends', async () => {
  expect((await search('Badezimmerspiegel')).names).toContain('Gus')
})

test.each(['grand', 'denken', 'York', 'verhalten', 'a state party'])(
  'an ordinary word that nobody has is not corrected to one like it: %s',
  async (q) => {
    await join({ displayName: 'Gro', headline: 'Grants, decking, corks and skates' })
    expect(await search(q)).toEqual({ names: [], instead: undefined })
  },
)

test('a word is corrected to what names a trade together with the rest of the text', async () => {
  await join({ displayName: 'Cai', headline: 'Cakes for weddings' })
  expect(await search('weding cake')).toEqual({ names: ['Cai'], instead: 'wedding cake' })
})

test('a correction is written as the thesaurus writes it', async () => {
  await join({ displayName: 'Udo', headline: 'Physiotherapeut' })
  expect(await search('Rükenschmerzen')).toMatchObject({ names: ['Udo'], instead: 'Rückenschmerzen' })
})

test('a name that nobody has finds people with a part of it before those who have the trade', async () => {
  await join({ displayName: 'Ada', headline: 'Baker' }, { displayName: 'Zoe Baker' })
  const { names, instead } = await search('Grace Baker')
  expect(names.slice(0, 2)).toEqual(['Zoe Baker', 'Ada'])
  expect(instead).toBe('baker')
})

test('the words of a member who blocks the viewer change no correction', async () => {
  await join({ displayName: 'Wanda', headline: 'Zitherplectrums' })
  const queries = ['zitherplectrum', 'zitherplektrums', 'acountant']
  const answers = () => Promise.all(queries.map(search))
  const before = await answers()
  expect(before.map(({ instead }) => instead)).toEqual([undefined, 'zitherplectrums', 'accountant'])
  const blocker = await app.member()
  await blocker.call('PUT', `/api/blocks/${viewer.uid}`)
  await join({
    id: blocker.uid,
    displayName: 'Acountant',
    keywords: ['zither', 'plektrums', 'zitherplektrum'],
  })
  expect(await answers()).toEqual(before)
})

test('a word with another first letter and a second typing error is not corrected', async () => {
  expect(await search('zookeeper')).toEqual({ names: [], instead: undefined })
})

test('a member who mainly does a trade comes before a member who mentions it', async () => {
  expect((await search('electrician')).names).toEqual(['Uta', 'Ove'])
})

test.each(['lisbon', 'Lissabon', 'museum lisbon'])(
  '%s finds a member in Lisboa by a name of the city',
  async (q) => {
    expect((await search(q)).names).toEqual(['Vera'])
  },
)

test.each(['Will', 'Will Stone', 'stone will'])(
  '%s finds a member whose name is a filler word',
  async (q) => {
    expect((await search(q)).names).toEqual(['Will Stone'])
  },
)
