import { expect, test } from 'vitest'

import { eventDocument } from '#server/testing/fixtures/events.ts'

import { invitationContent } from './invitations.ts'

const INVITATION = {
  path: '/onboarding#invitation=AAAAAAAAAAAAAAAAAAAAAA',
  displayName: '',
  invitedBy: 'Olga',
  isOfFriend: true,
  expiresAt: '2026-03-09T20:00:00.000Z',
  timeZone: 'America/New_York',
}

test('an invitation to an event names its title, date and place, and leads to it after onboarding', () => {
  const event = eventDocument('supper', {
    title: 'Harvest supper',
    startsAt: '2026-03-09T18:00:00.000Z',
    endsAt: '2026-03-09T20:00:00.000Z',
    timeZone: 'Asia/Tokyo',
    joinUrl: 'https://meet.example.org/secret',
    format: 'hybrid',
  })
  const content = invitationContent(INVITATION, { product: 'Guildhall', event })
  expect(content).toMatchObject({
    subject: 'Olga invites you to Harvest supper',
    when: 'Tue 10 Mar 2026, 03:00, Tokyo time',
    heading: 'Harvest supper',
    facts: [
      { label: 'When', lines: ['Tue 10 Mar 2026, 03:00–05:00, Tokyo time'] },
      { label: 'Where', lines: ['The hall, Lisbon', 'Online'] },
      {},
    ],
    action: { path: '/onboarding?next=%2Fevent%2Fsupper#invitation=AAAAAAAAAAAAAAAAAAAAAA' },
  })
  expect(JSON.stringify(content)).not.toContain('meet.example.org')
  expect(content.facts?.at(-1)?.lines).toEqual(['Tue 10 Mar 2026, 05:00, Tokyo time'])
})

test('an invitation without an event is to the community, with the time of its inviter', () => {
  expect(invitationContent(INVITATION, { product: 'Guildhall' })).toMatchObject({
    facts: [{ lines: ['Mon 9 Mar 2026, 16:00, New York time'] }],
    subject: 'Olga invites you to Guildhall',
    action: { path: INVITATION.path },
  })
})

test('an invitation says what the community is, and whose', () => {
  const textOf = (organisation?: string) =>
    invitationContent(INVITATION, { product: 'Guildhall', organisation }).paragraphs.join(' ')
  expect(textOf()).toContain('Guildhall is a members’ network.')
  expect(textOf('Founders of Porto')).toContain('Guildhall is the members’ network of Founders of Porto.')
})
