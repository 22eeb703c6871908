import { connectionIdOf } from '#server/features/connections/connection-state.ts'
import { meetings } from '#server/features/meetings/collection.ts'
import { isoInstant } from '#server/lib/clock.ts'

import { NEIGHBOURS } from './community/neighbours.ts'
import { actorOf, type Stage } from './stage.ts'

const HOUR = 60 * 60 * 1000
const DAY = 24 * HOUR

const MEMBER = 'demo-member'
const ORGANISER = 'demo-organiser'
const ADMIN = 'demo-admin'

/** Who is one's neighbour of a neighbour in the sample community; enough for everyone to have people in common. */
const STRIDES = [1, 5, 14]

/** Connections in every state there is, and what came of some. */
export async function seedConnections(stage: Stage) {
  const { connect, ask, act } = acts(stage)
  const uid = (index: number) => NEIGHBOURS[index % NEIGHBOURS.length]?.uid ?? ADMIN

  for (const stride of STRIDES) {
    for (const index of NEIGHBOURS.keys()) {
      await connect(uid(index), uid(index + stride), 200 - 3 * index - stride)
    }
  }
  await connect(ORGANISER, MEMBER, 120)
  await connect(ADMIN, ORGANISER, 240)
  for (const [nth, index] of [0, 4, 8, 15, 22, 26, 33, 41, 52, 57].entries()) {
    await connect(nth % 2 ? MEMBER : uid(index), nth % 2 ? uid(index) : MEMBER, 110 - 9 * nth)
  }
  for (const index of [2, 9, 23, 40]) await connect(ORGANISER, uid(index), 90 - index)

  await ask(ADMIN, MEMBER, 1, 'I read what you said about the second site. Coffee before the breakfast?')
  await ask(uid(1), MEMBER, 2, 'Our lift company canteen needs bread. Forty people, every day.')
  await ask(uid(27), MEMBER, 6, '')
  await ask(uid(53), MEMBER, 19, 'I bake too. Let us compare ovens.')
  await ask(MEMBER, uid(30), 3, 'My shelves confuse people. Could you look at the form they order with?')
  await ask(MEMBER, uid(46), 40, 'Your bowls would look right next to our bread.')

  await ask(MEMBER, uid(11), 30, '')
  await act('decline', uid(11), MEMBER, 29)
  await ask(MEMBER, uid(36), 12, '')
  await act('withdraw', MEMBER, uid(36), 11)
  await ask(uid(44), MEMBER, 100, 'Shall we talk about flour?')
  await connect(MEMBER, uid(19), 150)
  await act('remove', MEMBER, uid(19), 20)
  await stage.at(stage.now - 18 * DAY, () => stage.services.blocks.block(MEMBER, uid(38)))

  await seedMeetings(stage)
}

function acts(stage: Stage) {
  const { connections } = stage.services
  const ask = (from: string, to: string, daysAgo: number, note: string) =>
    stage.at(stage.now - daysAgo * DAY, () => connections.sendRequest(from, { memberId: to, note }))
  const act = (
    name: 'accept' | 'decline' | 'withdraw' | 'remove',
    by: string,
    other: string,
    daysAgo: number,
  ) => stage.at(stage.now - daysAgo * DAY, () => connections[name](by, connectionIdOf(by, other)))
  return {
    ask,
    act,
    async connect(from: string, to: string, daysAgo: number) {
      await ask(from, to, daysAgo + 1, '')
      await act('accept', to, from, daysAgo)
    },
  }
}

async function seedMeetings({ store, services, now }: Stage) {
  const between = { participants: [MEMBER, ORGANISER], durationMinutes: 45 }
  const morning = Math.floor(now / DAY) * DAY + 8 * HOUR
  await store.transact(async (tx) => {
    tx.put(meetings, {
      ...between,
      id: 'demo-meeting',
      purpose: 'Who buys signs for a bakery chain, and who should buy bread for town halls',
      kind: 'introduction',
      status: 'scheduled',
      startsAt: isoInstant(morning + 4 * DAY),
      proposedAt: isoInstant(now - 3 * DAY),
    })
    tx.put(meetings, {
      ...between,
      id: 'demo-meeting-held',
      purpose: 'What to put above the door of a second bakery',
      kind: 'advice',
      status: 'held',
      startsAt: isoInstant(morning - 60 * DAY),
      proposedAt: isoInstant(now - 70 * DAY),
      outcomes: ['advice', 'introduction'],
      promises: [
        {
          text: 'Send Mara three sketches of the sign',
          owner: ORGANISER,
          dueOn: isoInstant(now + 5 * DAY).slice(0, 10),
          state: 'open',
        },
      ],
    })
  })
  await services.notes.write(actorOf(MEMBER).id, connectionIdOf(MEMBER, ORGANISER), 0, {
    text: 'Prefers mornings. Ask how the signs in Braga went.',
    getInTouchOn: isoInstant(now).slice(0, 10),
  })
}
