import type { EventEdit } from '#shared/events/schema.ts'
import type { Cover } from '#server/demo/community/covers.ts'

import { idOf, MARA, TOMAS } from './people.ts'

/** A sample event. Its times are local to its time zone. */
export interface EventPlan extends Partial<
  Pick<
    EventEdit,
    | 'summary'
    | 'description'
    | 'joinUrl'
    | 'venue'
    | 'capacity'
    | 'guestsMax'
    | 'tags'
    | 'visibility'
    | 'hosts'
    | 'editors'
    | 'helpers'
    | 'questions'
    | 'joinMode'
    | 'openToGuests'
    | 'rsvpOpensAt'
  >
> {
  title: string
  /** Slug. */
  chapter?: string
  /** Days from today in `timeZone`. */
  inDays: number
  /** `HH:MM`. Undefined for a whole day. */
  from?: string
  /** Minutes, or days for all-day events. */
  length: number
  timeZone: string
  format: EventEdit['format']
  cover?: Cover
}

const HOUSE = {
  name: 'The house on Rua do Poço',
  address: { address_line1: 'Rua do Poço dos Negros 41', city: 'Lisbon', country_code: 'PT' },
}
const WORKSHOP = {
  name: 'Cavegn Holzbau',
  address: { address_line1: 'Kasernenstrasse 90', city: 'Chur', country_code: 'CH' },
}
const LIBRARY = {
  name: 'Bell & Kids, second floor',
  address: { address_line1: '212 Atlantic Avenue', city: 'New York', state: 'NY', country_code: 'US' },
}
export const CALL = 'https://meet.guildhall.example/hall'

export const LISBON = 'Europe/Lisbon'
export const NEW_YORK = 'America/New_York'
export const SINGAPORE = 'Asia/Singapore'

const BREAKFAST = `Coffee from half past seven, and **bread from Lindqvist & Daughters**.

One member has the floor for ten minutes. Then everyone says in one sentence

- what they are looking for,
- what they could do for someone else.

We end on time: people have shops to open.`

export const BREAKFASTS: EventPlan = {
  title: 'Early breakfast',
  summary: 'One table, thirty people, home by nine.',
  description: BREAKFAST,
  inDays: 6,
  from: '07:30',
  length: 90,
  timeZone: LISBON,
  format: 'inPerson',
  venue: HOUSE,
  capacity: 30,
  guestsMax: 1,
  openToGuests: true,
  tags: ['breakfast', 'introductions'],
  cover: 'table',
}

export const PAST: EventPlan = {
  ...BREAKFASTS,
  title: 'Breakfast on second sites',
  chapter: 'lisbon',
  summary: 'Three members on what they would not do again.',
  inDays: -13,
}

export const LONG_AGO: EventPlan = {
  title: 'Contracts in plain words',
  chapter: 'lisbon',
  summary: 'Bring one page of yours. We read it together.',
  inDays: -47,
  from: '17:00',
  length: 90,
  timeZone: LISBON,
  format: 'online',
  joinUrl: CALL,
  tags: ['contracts', 'plain words'],
}

/** Fills up and has a waitlist. */
export const FULL: EventPlan = {
  title: 'An evening at the workbench',
  summary: 'Build one stool in three hours. Tools and wood are there.',
  description:
    'Please wear closed shoes.\n\n## What you take home\n\nA stool, and the drawing it was made from.',
  inDays: 11,
  from: '18:00',
  length: 180,
  timeZone: 'Europe/Zurich',
  format: 'inPerson',
  venue: WORKSHOP,
  capacity: 4,
  guestsMax: 1,
  openToGuests: true,
  tags: ['workshop', 'wood'],
  cover: 'workshop',
  questions: [
    {
      id: '5d0c6f62-6d53-4f0c-9f3e-2f1a4f0b7a01',
      kind: 'oneChoice',
      label: 'Have you worked with wood before?',
      required: true,
      options: ['Never', 'A little', 'Often'],
      perGuest: true,
    },
    {
      id: '5d0c6f62-6d53-4f0c-9f3e-2f1a4f0b7a02',
      kind: 'severalChoices',
      label: 'What do you eat?',
      required: false,
      options: ['Everything', 'Vegetarian', 'Vegan', 'No nuts'],
      atCheckIn: true,
    },
    {
      id: '5d0c6f62-6d53-4f0c-9f3e-2f1a4f0b7a03',
      kind: 'consent',
      label: 'I’ll wear closed shoes.',
      required: true,
    },
  ],
}

/** Members ask to join. One member may edit it, and another checks people in. */
export const BY_REQUEST: EventPlan = {
  title: 'A visit to the dye house',
  chapter: 'lisbon',
  summary: 'Eight people, two hours, and hands that stay blue for a day.',
  description: 'The dye house is small. **Tell us in your request** if you have worked with indigo.',
  inDays: 17,
  from: '15:00',
  length: 120,
  timeZone: LISBON,
  format: 'inPerson',
  venue: { name: 'Tinturaria do Rato', address: { city: 'Lisbon', country_code: 'PT' } },
  capacity: 8,
  joinMode: 'request',
  hosts: [TOMAS, idOf('Yasmin Haddad')],
  editors: [idOf('Yasmin Haddad')],
  helpers: [MARA],
  tags: ['workshop'],
}

/** Only invited members see it. */
export const BY_INVITATION: EventPlan = {
  title: 'Supper for twelve',
  chapter: 'lisbon',
  summary: 'One long table, and nobody gives a talk.',
  inDays: 14,
  from: '20:00',
  length: 180,
  timeZone: LISBON,
  format: 'inPerson',
  venue: HOUSE,
  capacity: 12,
  joinMode: 'invited',
  tags: ['supper'],
}

export const CANCELLED: EventPlan = {
  title: 'River day',
  summary: 'A morning on the Douro with a boat builder.',
  inDays: 9,
  from: '09:00',
  length: 240,
  timeZone: LISBON,
  format: 'inPerson',
  venue: { name: 'Estaleiro Mendes', address: { city: 'Porto', country_code: 'PT' } },
  tags: ['outdoors'],
}

export const OTHERS: readonly EventPlan[] = [
  {
    title: 'Questions for an accountant',
    summary: 'Ask João Pedro what you never dared to. Nobody keeps notes.',
    inDays: 3,
    from: '12:30',
    length: 60,
    timeZone: LISBON,
    format: 'online',
    joinUrl: CALL,
    tags: ['tax', 'plain words'],
    guestsMax: 0,
  },
  {
    title: 'Playgrounds, and other things cities buy',
    summary: 'How small firms sell to large towns, on both sides of an ocean.',
    inDays: 8,
    from: '18:30',
    length: 90,
    timeZone: NEW_YORK,
    format: 'hybrid',
    venue: LIBRARY,
    joinUrl: CALL,
    capacity: 40,
    guestsMax: 2,
    tags: ['cities', 'selling'],
    visibility: 'public',
    openToGuests: true,
    cover: 'town',
  },
  {
    title: 'Tea at the other end of the day',
    summary: 'For members between Nairobi and Sydney: half an hour, one question each.',
    inDays: 5,
    from: '19:00',
    length: 30,
    timeZone: SINGAPORE,
    format: 'online',
    joinUrl: CALL,
    tags: ['suggestions'],
  },
  {
    title: 'Two days in the mountains',
    summary: 'Walk, cook, and talk about what next year is for.',
    inDays: 34,
    length: 2,
    timeZone: 'Europe/Zurich',
    format: 'inPerson',
    venue: { name: 'Chamanna Cavegn', address: { city: 'Arosa', country_code: 'CH' } },
    capacity: 18,
    tags: ['outdoors', 'retreat'],
    cover: 'mountains',
  },
]

export const DRAFT: EventPlan = {
  title: 'A market of half-finished things',
  summary: 'Bring what you have not dared to sell yet.',
  inDays: 40,
  from: '14:00',
  length: 180,
  timeZone: LISBON,
  format: 'inPerson',
  venue: HOUSE,
  capacity: 60,
  tags: ['market'],
}
