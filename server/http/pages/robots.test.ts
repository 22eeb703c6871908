import { rm } from 'node:fs/promises'
import type { FastifyRequest } from 'fastify'
import { afterAll, expect, test } from 'vitest'

import { MINUTE } from '#shared/lib/durations.ts'
import { tooMany } from '#server/lib/failure.ts'
import { startTestApp } from '#server/testing/app.ts'
import { writeBareClient } from '#server/testing/bare-client.ts'
import { profileEdit } from '#server/testing/fixtures/profiles.ts'
import { partOf } from '#server/tools/part-of.ts'

import { createIndexingRule } from './robots.ts'

const folder = await writeBareClient()
const started = await startTestApp({ clientFolder: folder })
afterAll(async () => {
  await started.close()
  await rm(folder, { recursive: true })
})

const get = (url: string) => started.visitor('GET', url)
const robots = async (url: string) => (await get(url)).headers['x-robots-tag']

test.for(['/', '/about-us', '/guildhall-prestige'])('search engines may list %s', async (url) => {
  expect(await robots(url)).toBeUndefined()
})

test.for([
  '/login',
  '/onboarding',
  '/events',
  '/event/e1',
  '/profile',
  '/profile/',
  '/connections/c1',
  '/admin',
  '/guildhall-prestige?statement=secret',
])('search engines may not list %s', async (url) => {
  expect(await robots(url)).toBe('noindex')
})

test('search engines may list a profile only if its member allows it, and see others like unknown profiles', async () => {
  const ada = await started.member()
  const profile = `/profile/${ada.uid}`
  expect([await robots(profile), await robots('/profile/nobody')]).toEqual(['noindex', 'noindex'])

  const headers = { 'if-match': '"1"' }
  const body = { ...profileEdit, searchEngines: true }
  expect((await ada.call('PUT', '/api/me', { body, headers })).statusCode).toBe(200)
  for (const path of [profile, `${profile}/`, `/Profile/${ada.uid}`])
    expect(await robots(path)).toBeUndefined()
  expect(await robots(`/profile/${ada.uid}x`)).toBe('noindex')

  await ada.call('POST', '/api/account/deletion')
  expect(await robots(profile)).toBe('noindex')
})

test('search engines may list no profile while the store is unreachable', async () => {
  const mayBeIndexed = createIndexingRule({
    productSlug: 'guildhall',
    allowsSearchEngines: () => Promise.reject(new Error('the store is unreachable')),
    limit: async () => {},
  })
  expect(await mayBeIndexed('/profile/ada', partOf<FastifyRequest>({}))).toBe(false)
})

test('the robots header of a page over the rate limit is set without a read of the store', async () => {
  const asked: string[] = []
  const mayBeIndexed = createIndexingRule({
    productSlug: 'guildhall',
    allowsSearchEngines: async (memberId) => asked.push(memberId) > 0,
    limit: () => Promise.reject(tooMany(MINUTE)),
  })
  expect(await mayBeIndexed('/profile/ada', partOf<FastifyRequest>({}))).toBe(false)
  expect(asked).toEqual([])
})
