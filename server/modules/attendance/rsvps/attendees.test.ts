import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, expect, test } from 'vitest'

import type { Attendee } from '#shared/events/rsvps.ts'
import type { AttendeeFilter } from '#shared/events/rules.ts'
import { members } from '#server/modules/people/members/collection.ts'
import { meetings } from '#server/modules/meetings/meetings/collection.ts'
import { startTestApp } from '#server/testing/app.ts'
import { eventDocument, putSeated } from '#server/testing/fixtures/events.ts'
import { meetingDocument } from '#server/testing/fixtures/meetings.ts'
import { profileEdit } from '#server/testing/fixtures/profiles.ts'

const event = eventDocument(randomUUID())

const running = await startTestApp()
const ada = await member('Ada Lovelace', ['Someone for bookkeeping'], ['Help with marketing'])
const bo = await member('Bo Berg', ['A market for my oak'], ['I keep books: bookkeeping'])
const cleo = await member('Cleo Cruz', [], [])
beforeAll(async () => {
  const all = [ada, bo, cleo].map(({ uid }) => uid)
  await running.store.transact(async (tx) => putSeated(tx, event, all))
})
afterAll(() => running.close())

async function member(displayName: string, asks: string[], offers: string[]) {
  const person = await running.member()
  const body = { ...profileEdit, displayName, asks, offers }
  const { version } = (await person.call('GET', '/api/me')).json<{ version: number }>()
  const saved = await person.call('PUT', '/api/me', { body, headers: { 'if-match': `"${version}"` } })
  expect(saved.statusCode).toBe(200)
  // Only members in the directory have asks and offers that others see.
  await running.store.transact(async (tx) => {
    const stored = await tx.get(members, person.uid)
    tx.put(members, { ...stored!, onboardedAt: new Date().toISOString() })
  })
  return person
}

async function shown(query: { q?: string; filter?: AttendeeFilter }, viewer = ada) {
  const path = `/api/events/${event.id}/attendees?${new URLSearchParams(query)}`
  const { items } = (await viewer.call('GET', path)).json<{ items: Attendee[] }>()
  return items.map(({ member: { displayName } }) => displayName)
}

test('attendees are searched by the beginnings of words of their name', async () => {
  expect(await shown({ q: 'ber' })).toEqual(['Bo Berg'])
  expect(await shown({ q: 'erg' })).toEqual([])
  expect(await shown({ q: '?!' })).toEqual([])
})

test('attendees are filtered by whether they can help the viewer, or the viewer them', async () => {
  expect(await shown({ filter: 'canHelpYou' })).toEqual(['Bo Berg'])
  expect(await shown({ filter: 'youCanHelp' })).toEqual(['Bo Berg'])
  expect(await shown({ filter: 'canHelpYou' }, cleo)).toEqual([])
})

test('connections and people from a growth meeting that took place do not count as not met', async () => {
  expect(await shown({ filter: 'notMet' })).toEqual(['Bo Berg', 'Cleo Cruz'])
  await ada.call('POST', '/api/connections', { body: { memberId: cleo.uid, note: '' } })
  await cleo.call('POST', '/api/connections', { body: { memberId: ada.uid, note: '' } })
  expect(await shown({ filter: 'notMet' })).toEqual(['Bo Berg'])
  const at = new Date().toISOString()
  const confirmations = [ada.uid, bo.uid].map((who) => ({ member: who, held: true, at }))
  const met = meetingDocument('met', [ada.uid, bo.uid], { state: 'held', confirmations } as object)
  await running.store.transact(async (tx) => tx.put(meetings, met))
  expect(await shown({ filter: 'notMet' })).toEqual([])
})
