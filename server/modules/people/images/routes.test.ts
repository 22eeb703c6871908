import { afterAll, describe, expect, test } from 'vitest'

import type { OwnProfile } from '#shared/people/members.ts'
import { members } from '#server/modules/people/members/collection.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { setStatus } from '#server/testing/fixtures/member-status.ts'
import { profileEdit } from '#server/testing/fixtures/profiles.ts'
import { extended, lossyPixels, picture, piece, webpFile } from '#server/testing/fixtures/webp.ts'

type Person = Awaited<ReturnType<TestApp['member']>>
const running = await startTestApp()
const ada = await running.member()
afterAll(() => running.close())

const WEBP = { 'content-type': 'image/webp' }
const upload = (body: Buffer, kind = 'photo', headers: Record<string, string | undefined> = WEBP) =>
  ada.call('POST', `/api/images?kind=${kind}`, { body, headers })
const outcome = (answer: { statusCode: number; json(): { code: string } }) => [
  answer.statusCode,
  answer.json().code,
]

describe('uploading', () => {
  test('uploading answers with the id, under which members can load the picture and browsers cache it', async () => {
    const clean = webpFile(lossyPixels(64, 64))
    const answer = await upload(webpFile(extended(64, 64, 8), lossyPixels(64, 64), piece('EXIF', 'at home')))
    const { id } = answer.json<{ id: string }>()
    const grace = await running.member()
    const served = await grace.call('GET', `/images/${id}`)
    expect(served.rawPayload).toEqual(clean)
    expect(served.headers).toMatchObject({
      'content-type': 'image/webp',
      'content-length': String(clean.length),
      'cache-control': 'private, max-age=31536000, immutable',
      etag: `"${id}"`,
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    })
    const headers = { 'if-none-match': `"${id}"` }
    const again = await grace.call('GET', `/images/${id}`, { headers })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })

  test.for([
    ['JSON', { 'content-type': 'application/json' }],
    ['a PNG', { 'content-type': 'image/png' }],
    ['a form', { 'content-type': 'multipart/form-data; boundary=x' }],
    ['nothing in particular', { 'content-type': undefined }],
  ] as const)('an upload of %s is refused, because only WebP is accepted', async ([, headers]) => {
    const answer = await upload(picture(1), 'photo', headers)
    expect(outcome(answer)).toEqual([415, 'unsupported_media_type'])
    expect(answer.json<{ title: string }>().title).toContain('image/webp')
  })

  test('uploading without a body is 415, and an empty body is not a picture', async () => {
    expect((await ada.call('POST', '/api/images?kind=photo')).statusCode).toBe(415)
    expect(outcome(await upload(Buffer.alloc(0)))).toEqual([400, 'not_an_image'])
  })

  test('uploading is refused beyond 128 KiB before it is parsed', async () => {
    expect(outcome(await upload(Buffer.alloc(128 * 1024)))).toEqual([400, 'not_an_image'])
    expect(outcome(await upload(Buffer.alloc(128 * 1024 + 1)))).toEqual([413, 'body_too_large'])
  })

  test.for(['', 'poster', '__proto__', 'photo&kind=cover'])(
    'an upload of the unknown kind %j is refused',
    async (kind) => {
      expect(outcome(await upload(picture(1), kind))).toEqual([400, 'invalid_input'])
    },
  )

  test('an upload at another address is refused', async () => {
    const answer = await ada.call('PUT', '/api/me', { body: picture(1), headers: WEBP })
    expect(outcome(answer)).toEqual([415, 'unsupported_media_type'])
  })

  test.for([
    ['a form of another site', { 'sec-fetch-site': 'cross-site' }],
    ['a page that does not say so', { 'x-csrf': undefined }],
  ] as const)('an upload by %s is refused', async ([, headers]) => {
    const answer = await upload(picture(1), 'photo', { ...WEBP, ...headers })
    expect(answer.statusCode).toBe(403)
  })
})

describe('a picture', () => {
  test.for(['same-site', 'cross-site'])('a picture cannot be embedded by a page that is %s', async (site) => {
    const { id } = (await upload(picture(2))).json<{ id: string }>()
    const answer = await ada.call('GET', `/images/${id}`, { headers: { 'sec-fetch-site': site } })
    expect(outcome(answer)).toEqual([403, 'cross_site'])
  })

  test('a picture is only for members, and visitors get an uncached 401 as JSON', async () => {
    const { id } = (await upload(picture(3))).json<{ id: string }>()
    const answer = await running.visitor('GET', `/images/${id}`)
    expect(outcome(answer)).toEqual([401, 'session_required'])
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store' })
    const unverified = await running.member({ emailVerified: false })
    expect(outcome(await unverified.call('GET', `/images/${id}`))).toEqual([403, 'email_unverified'])
  })

  test.for(['f'.repeat(64), 'F'.repeat(64), 'nonsense', '..%2f..%2fetc%2fpasswd', '%00'])(
    'a missing picture is a 404: %s',
    async (id) => {
      const answer = await ada.call('GET', `/images/${id}`)
      expect([answer.statusCode, answer.headers['cache-control']]).toEqual([404, 'no-store'])
      expect(answer.headers['content-type']).toContain('application/problem+json')
    },
  )
})

describe('a person who awaits approval', () => {
  const applicant = async () => {
    const person = await running.member()
    await setStatus(running.store, person.uid, 'pending')
    running.services.accounts.sessions.evict(person.uid)
    return person
  }
  const uploadOf = async (person: Person, seed: number) => {
    const answer = await person.call('POST', '/api/images?kind=photo', { body: picture(seed), headers: WEBP })
    return answer.json<{ id: string }>().id
  }

  test('a person who awaits approval can upload a photo, see it and save it in the profile', async () => {
    const petra = await applicant()
    const photo = await uploadOf(petra, 20)
    expect((await petra.call('GET', `/images/${photo}`)).rawPayload).toEqual(picture(20))
    const { version } = (await petra.call('GET', '/api/me')).json<OwnProfile>()
    const saved = await petra.call('PUT', '/api/me', {
      body: { ...profileEdit, photo },
      headers: { 'if-match': `"${version}"` },
    })
    expect(saved.json()).toMatchObject({ photo, status: 'pending' })
    expect((await petra.call('GET', `/images/${photo}`)).statusCode).toBe(200)
  })

  test('a member who awaits approval sees no picture of anyone else, whatever their role', async () => {
    const petra = await applicant()
    await running.store.transact(async (tx) => {
      tx.put(members, { ...(await tx.get(members, petra.uid))!, role: 'admin' })
    })
    running.services.accounts.sessions.evict(petra.uid)
    const [unused, used] = [await uploadOf(ada, 21), await uploadOf(ada, 22)]
    const { version } = (await ada.call('GET', '/api/me')).json<OwnProfile>()
    const headers = { 'if-match': `"${version}"` }
    await ada.call('PUT', '/api/me', { body: { ...profileEdit, photo: used }, headers })
    for (const id of [unused, used]) {
      expect(outcome(await petra.call('GET', `/images/${id}`))).toEqual([404, 'image_not_found'])
    }
    await setStatus(running.store, petra.uid, 'active')
    running.services.accounts.sessions.evict(petra.uid)
    expect((await petra.call('GET', `/images/${used}`)).statusCode).toBe(200)
  })
})

describe('the photo of a profile', () => {
  const save = async (photo: string) => {
    const { version } = (await ada.call('GET', '/api/me')).json<OwnProfile>()
    const headers = { 'if-match': `"${version}"` }
    return ada.call('PUT', '/api/me', { body: { ...profileEdit, photo }, headers })
  }

  test('the photo of a profile is served to members, and deleted when another replaces it', async () => {
    const [first, second] = [await upload(picture(4)), await upload(picture(5))].map(
      (answer) => answer.json<{ id: string }>().id,
    )
    await save(first ?? '')
    const grace = await running.member()
    expect((await grace.call('GET', `/api/members/${ada.uid}`)).json()).toMatchObject({ photo: first })
    await save(second ?? '')
    expect((await ada.call('GET', `/images/${first}`)).statusCode).toBe(404)
    expect((await ada.call('GET', `/images/${second}`)).statusCode).toBe(200)
    await save('')
    expect((await ada.call('GET', `/images/${second}`)).statusCode).toBe(404)
  })

  test('a picture that was never uploaded is an error of that field, and nothing is saved', async () => {
    const answer = await save('e'.repeat(64))
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ fields: { photo: expect.any(String) } })
    expect((await ada.call('GET', '/api/me')).json()).toMatchObject({ photo: '' })
  })
})
