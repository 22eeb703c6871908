import * as m from '#shared/events/messages.ts'
import type { Actor } from '#server/modules/actor.ts'
import type { Operations } from '#server/modules/operations/module.ts'
import type { People } from '#server/modules/people/module.ts'
import { invalidFields, stale } from '#server/lib/failure.ts'
import { organiserOf } from './rights.ts'

import type { WriteEvent } from './writing.ts'

interface Deps {
  operations: Operations
  people: People
  write: WriteEvent
}

/**
 * An admin chooses another organiser, for example after the first one left. The new one also replaces the other
 * among the hosts; both are notified. Repeating it changes nothing.
 * @throws Failure 412 when the event has changed; 400 when the member cannot organise events
 */
export const createOrganiserChange =
  ({ operations, people, write }: Deps) =>
  async (actor: Actor, id: string, version: number, organiser: string) => {
    const event = await write(id, actor.id, async (before, tx) => {
      const former = organiserOf(before)
      if (former === organiser && (before.version === version || before.version === version + 1))
        return before
      if (before.version !== version) throw stale('event')
      if (!(await people.members.canOrganise(tx, organiser))) {
        throw invalidFields({ organiser: m.editorOrganiserRule() })
      }
      const domainEvent = { topic: 'organiserChanged', subject: { kind: 'event', id } } as const
      const { title } = before
      for (const [member, change] of [
        [organiser, 'assigned'],
        [former, 'replaced'],
      ] as const)
        operations.outbox.notify(tx, {
          ...domainEvent,
          dedupeKey: `${id} ${version} ${change}`,
          recipients: [member],
          doneBy: actor.id,
          data: { title, change },
        })
      await operations.audit.record(
        {
          action: 'event.organiser_changed',
          actor: actor.id,
          target: id,
          sessionHash: actor.sessionHash,
          before: { organiser: former },
          after: { organiser },
        },
        tx,
      )
      const hosts = [...new Set(before.hosts.map((host) => (host === former ? organiser : host)))]
      return { ...before, organiser, hosts }
    })
    return { version: event.version, organiser: organiserOf(event) }
  }
