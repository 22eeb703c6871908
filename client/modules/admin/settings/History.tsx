import { useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import * as words from '#shared/lib/messages.ts'
import * as m from '#shared/admin/messages.ts'
import type { SettingsChange, SettingsOf, SettingsSection } from '#shared/community/settings.ts'
import { formatMoment } from '#client/lib/time/when.ts'
import { useViewerZone } from '#client/modules/people/members/use-viewer-zone.ts'
import { useCommand } from '#client/lib/use-command.ts'
import { Button } from '#client/ui/Button.tsx'
import { ShowMore } from '#client/ui/lists/ShowMore.tsx'
import { Stack } from '#client/ui/Stack.tsx'
import { Table } from '#client/ui/lists/Table.tsx'

import { settings, settingsChanges, useSaveSettings } from './queries.ts'

interface Props<S extends SettingsSection> {
  section: S
  /** Describes a value in a few words. */
  describe: (value: SettingsOf<S>) => ReactNode
  /** Converts a value of the history to the one that restores it; by default the value itself. */
  restored?: (value: SettingsOf<S>, change: SettingsChange<S>, present: SettingsOf<S>) => SettingsOf<S>
}

const columns = () => [m.time(), m.historyTo(), m.action(), m.by()]

/** Every change of a section. The latest can be undone, and each earlier state restored: both are new changes. */
export function History<S extends SettingsSection>({ section, describe, restored = asItWas }: Props<S>) {
  const list = useSuspenseInfiniteQuery(settingsChanges(section))
  const { data } = useSuspenseQuery(settings(section))
  const zone = useViewerZone()
  const save = useSaveSettings(section)

  const restore = useCommand({
    command: (value: SettingsOf<S>) => save.mutateAsync({ value, version: data.version }),
    done: m.historyRestored(),
  })

  if (list.data.length === 0) return null
  return (
    <Stack gap={3}>
      <h2>{m.history()}</h2>
      <Table label={m.history()} columns={columns()}>
        {list.data.map((change, index) => (
          <tr key={change.id}>
            <td>
              <time dateTime={change.at}>{formatMoment(change.at, zone)}</time>
            </td>
            <td>{describe(change.after)}</td>
            <td>
              <Button
                variant="secondary"
                disabled={restore.isPending}
                onClick={() =>
                  restore.run(restored(index === 0 ? change.before : change.after, change, data.value))
                }
              >
                {index === 0 ? words.undo() : m.historyRestore()}
              </Button>
            </td>
            <td>{change.actorName ?? change.actor ?? m.system()}</td>
          </tr>
        ))}
      </Table>
      <ShowMore {...list} />
    </Stack>
  )
}

const asItWas = <V,>(value: V) => value
