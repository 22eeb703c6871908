import type { RecordAudit } from '#server/features/audit/types.ts'
import type { Notify } from '#server/features/notifications/types.ts'
import type { Actor } from '#server/features/session/types.ts'
import { invalidFields, stale } from '#server/lib/failure.ts'
import type { Reader } from '#server/store/port.ts'

import { organiserOf } from './policy.ts'
import type { WriteEvent } from './writing.ts'

export interface ReassigningDeps {
  audit: RecordAudit
  notify: Notify
  /** Whether the member is active and has the role. */
  canOrganise: (reader: Pick<Reader, 'get'>, memberId: string) => Promise<boolean>
}

/**
 * An admin chooses another organiser, such as after the first one left. The new one also takes the other’s place among the
 * hosts; both are notified. Repeating it changes nothing.
 * @throws Failure 412 when the event has changed; 400 when the member cannot organise events
 */
export const createReassigning =
  ({ audit, notify, canOrganise, write }: ReassigningDeps & { write: WriteEvent }) =>
  async (actor: Actor, id: string, version: number, organiser: string) => {
    const event = await write(id, actor.id, async (before, tx) => {
      const former = organiserOf(before)
      if (former === organiser && (before.version === version || before.version === version + 1))
        return before
      if (before.version !== version) throw stale('event')
      if (!(await canOrganise(tx, organiser))) {
        throw invalidFields({ organiser: 'Choose an active member who is an organiser or an admin.' })
      }
      const happening = { topic: 'organiserChanged', subject: { kind: 'event', id } } as const
      const { title } = before
      for (const [member, change] of [
        [organiser, 'assigned'],
        [former, 'replaced'],
      ] as const)
        notify(tx, {
          ...happening,
          occurrence: `${id} ${version} ${change}`,
          recipients: [member],
          doneBy: actor.id,
          data: { title, change },
        })
      await audit(
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
