import { useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import type { SettingsChange, SettingsOf, SettingsSection } from '#shared/community-settings.ts'
import { formatStamp } from '#client/lib/time/dates.ts'
import { useViewerZone } from '#client/lib/time/use-viewer-zone.ts'
import { explainProblem } from '#client/lib/use-form.ts'
import { Button } from '#client/ui/Button.tsx'
import { ShowMore } from '#client/ui/ShowMore.tsx'
import { Stack } from '#client/ui/Stack.tsx'
import { Table } from '#client/ui/Table.tsx'
import { useToast } from '#client/ui/toast.ts'

import { settings, settingsChanges, useSaveSettings } from './queries.ts'

interface Props<S extends SettingsSection> {
  section: S
  /** A value in a few words. */
  describe: (value: SettingsOf<S>) => ReactNode
  /** What saves a value from the history; by default the value as it was. */
  restored?: (value: SettingsOf<S>, change: SettingsChange<S>, present: SettingsOf<S>) => SettingsOf<S>
}

const COLUMNS = ['Time', 'Changed to', 'Action', 'By']

/** Every change of a section. The latest can be undone, and each earlier state restored: both are changes of their own. */
export function History<S extends SettingsSection>({ section, describe, restored = asItWas }: Props<S>) {
  const list = useSuspenseInfiniteQuery(settingsChanges(section))
  const { data } = useSuspenseQuery(settings(section))
  const zone = useViewerZone()
  const save = useSaveSettings(section)
  const toast = useToast()

  async function restore(value: SettingsOf<S>) {
    try {
      await save.mutateAsync({ value, version: data.version })
      toast('Restored. It applies from now on.', { tone: 'success' })
    } catch (error) {
      toast(explainProblem(error).message ?? 'This couldn’t be restored.', { tone: 'danger' })
    }
  }

  if (list.data.length === 0) return null
  return (
    <Stack gap={3}>
      <h2>History</h2>
      <Table label="History" columns={COLUMNS}>
        {list.data.map((change, index) => (
          <tr key={change.id}>
            <td>
              <time dateTime={change.at}>{formatStamp(change.at, zone)}</time>
            </td>
            <td>{describe(change.after)}</td>
            <td>
              <Button
                variant="secondary"
                disabled={save.isPending}
                onClick={() =>
                  void restore(restored(index === 0 ? change.before : change.after, change, data.value))
                }
              >
                {index === 0 ? 'Undo' : 'Restore'}
              </Button>
            </td>
            <td>{change.actorName ?? change.actor ?? 'System'}</td>
          </tr>
        ))}
      </Table>
      <ShowMore {...list} />
    </Stack>
  )
}

const asItWas = <V,>(value: V) => value
