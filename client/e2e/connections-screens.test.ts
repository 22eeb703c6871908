import { beforeEach, expect, test } from 'vitest'

import { paths } from '#shared/paths.ts'
import { addTestCommunity } from '#server/testing/test-community.ts'

import { expectSoundInEveryLook } from './looks.ts'
import { call, type Member, newMember } from './members.ts'
import { runProduct } from './product.ts'

const product = runProduct({ ownServer: true })
let ada: Member
let community: Awaited<ReturnType<typeof addTestCommunity>>

/** One block, one private note that is due, and a value in every field. */
beforeEach(async () => {
  ada = await newMember(product, 'Ada'.padEnd(80, 'dada'), {
    headline: 'Counts what others only guess, and says so in as many words as fit here',
    company: 'C'.repeat(120),
    address: { city: 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch', country_code: 'GB' },
    bio: 'B'.repeat(300),
    asks: ['Sourdough starters', 'A'.repeat(160)],
    offers: ['An honest look at your prices'],
    keywords: ['food', 'K'.repeat(40)],
    links: [`https://example.org/${'l'.repeat(300)}`],
    phone: '+44 20 7946 0000',
  })
  community = await addTestCommunity(product.stack.dataDir, ada.id)
  const [friend = '', , enemy = ''] = community.connected
  await call(ada.page, 'PUT', `/api/blocks/${enemy}`)
  const connection = await connectionWith(friend)
  const note = { text: 'N'.repeat(400), getInTouchOn: '2026-01-02' }
  await call(ada.page, 'PUT', `/api/connections/${connection}/note`, note, 0)
})

const connectionWith = async (id: string) =>
  (await call<{ connectionId: string }>(ada.page, 'GET', `/api/connections/with/${id}`)).body.connectionId

/** @param shows texts that are there once the page has loaded */
async function expectSound(path: string, ...shows: (string | RegExp)[]) {
  await ada.page.goto(product.origin + path)
  for (const words of shows) await ada.page.getByRole('main').getByText(words).first().waitFor()
  expect(await ada.page.getByRole('heading', { level: 1 }).count()).toBe(1)
  await expectSoundInEveryLook(ada.page)
}

test('every list of people is accessible when filled', async () => {
  await expectSound(paths.connections, /^Connected since/)
  await expectSound(paths.connectionsTab('received'), 'Siobhán O’Brien-Ní Dhomhnaill')
  await expectSound(paths.connectionsTab('sent'), /^Sent .* · expires/)
  await expectSound(paths.connectionsTab('directory'), 'Suggested introductions')
  await expect.poll(() => ada.page.getByRole('button', { name: /^Not relevant/ }).count()).toBe(3)
  await expectSound(paths.connectionsTab('blocked'), /Blocked since/)
})

test('a connection with everything two people can share, and the dashboard, are accessible', async () => {
  const connection = paths.connection(await connectionWith(community.connected[0] ?? ''))
  const parts = ['Growth meetings', 'Events in common', 'Mutual connections', 'Private note']
  await expectSound(connection, 'Send the sketches', ...parts)
  const sections = ['Breakfast on second sites', /^Get in touch with/, /^P{280}$/, 'Suggested introduction']
  await expectSound(paths.dashboard, 'View all requests', ...sections)
})

test('a profile is accessible in every relationship to its owner', async () => {
  const [connected = '', , blocked = ''] = community.connected
  const one = ([id = '']: readonly string[]) => paths.memberProfile(id)
  await expectSound(one(community.strangers), /^Connect/)
  await expectSound(one(community.asked), /^Request sent/)
  await expectSound(one(community.asking), /sent you a request on/)
  await expectSound(paths.memberProfile(connected), /^Connected since/)
  await expectSound(paths.memberProfile(blocked), /^You blocked/)
  await expectSound(one(community.withdrawn), /You can send a new one from/)
})

test('the own profile and its previews are accessible', async () => {
  await expectSound(paths.memberProfile(ada.id), 'Preview as others')
  await expectSound(`${paths.ownProfile}?as=member`, 'Previewing as a member')
  await expectSound(`${paths.ownProfile}?as=connection`, '+44 20 7946 0000')
  await expectSound(`${paths.ownProfile}?as=visitor`, 'Previewing as a visitor')
  expect(await ada.page.getByText(/Member since|Time zone/).count()).toBe(0)
})
