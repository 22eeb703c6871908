import { readFile } from 'node:fs/promises'

import { DAY, HOUR } from '#shared/lib/durations.ts'
import { coverFile } from '#server/demo/community/covers.ts'

import { actorOf, type SeedContext } from './context.ts'
import { eventCommands, ORGANISER } from './event-commands.ts'

const ANSWERS = [
  [5, 'The short talks left time to talk to each other.'],
  [4, 'Ten minutes more at the end would have been good.'],
  [5, 'I came alone and left with two people to call.', true],
  [3, ''],
  [5, 'Same again, with more bread.'],
  [4, 'The room was a little loud for forty people.'],
] as const
const PICTURES = [
  ['table', 'A long table with plates and a loaf of bread'],
  ['workshop', 'A workbench with two stools beside it'],
] as const

/** Feedback of attendees on a past event, and its recap. */
export async function seedAfterwards(context: SeedContext, eventId: string, attendees: readonly string[]) {
  const { run } = eventCommands(context)
  const { images } = context.services.people
  const { endsAt } = await context.services.programme.reader.details(ORGANISER, eventId)
  const end = Date.parse(endsAt)
  for (const [at, [rating, sentence, isNamed = false]] of ANSWERS.entries()) {
    await run(end + DAY + at * HOUR, ({ conversation: { feedback } }) =>
      feedback.give(actorOf(attendees[at]!), eventId, { rating, sentence, isNamed }),
    )
  }
  await run(end + 2 * DAY, async ({ conversation: { recaps } }) => {
    const pictures = []
    for (const [cover, alt] of PICTURES) {
      const { id: image } = await images.upload(ORGANISER, 'cover', await readFile(coverFile(cover)))
      pictures.push({ image, alt })
    }
    const text = 'Three members told us what they would not do again, and nobody wanted to leave.'
    await recaps.edit(ORGANISER, eventId, 0, { text, pictures })
  })
}

/** Questions about an upcoming event, with answers. */
export async function seedDiscussion(context: SeedContext, eventId: string, people: readonly string[]) {
  const { run } = eventCommands(context)
  const post = (by: ReturnType<typeof actorOf>, ago: number, text: string, question?: string) =>
    run(context.now - ago, ({ conversation: { discussion } }) =>
      discussion.add(by, eventId, { text, question }),
    )
  const [one, two, three] = people.map((id) => actorOf(id))
  const parking = await post(one!, 3 * DAY, 'Is there somewhere to leave a bicycle?')
  await post(two!, 2 * DAY, 'I always put mine in the yard.', parking.id)
  const yard = await post(ORGANISER, DAY, 'Yes, in the yard behind the door. It’s locked at ten.', parking.id)
  await run(context.now - DAY, ({ conversation: { discussion } }) =>
    discussion.markAnswer(ORGANISER, eventId, yard.id, true),
  )
  await post(three!, 20 * HOUR, 'Can I come an hour later, or do you start with the talks?')
}
