import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import * as words from '#shared/lib/messages.ts'
import * as m from '#shared/admin/messages.ts'
import type { Settings, SettingsOf, SettingsSection } from '#shared/community/settings.ts'
import { ConflictDialog } from '#client/lib/edits/ConflictDialog.tsx'
import { RestoredNotice } from '#client/lib/edits/Unsaved.tsx'
import { useEditForm } from '#client/lib/edits/use-edit-form.ts'
import type { Form } from '#client/ui/form/use-form.ts'
import type { FieldErrors } from '#client/lib/explain-problem.ts'
import patterns from '#client/ui/styles/patterns.module.css'
import { Stack } from '#client/ui/Stack.tsx'
import { useToast } from '#client/lib/toast.ts'
import { Submit } from '#client/ui/form/Submit.tsx'

import { draftKey } from './drafts.ts'
import { settings, useSaveSettings } from './queries.ts'

interface Props<S extends SettingsSection, V extends object> {
  section: S
  lead: ReactNode
  /** Labels of the fields, by their path. */
  labels: Readonly<Record<string, string>>
  valuesOf: (value: SettingsOf<S>) => V
  /** @param before the state that the form started from */
  valueOf: (values: V, before: SettingsOf<S>) => SettingsOf<S>
  check?: (values: V) => FieldErrors
  children: (form: Form<V>) => ReactNode
}

/** Edits one section. Input survives a reload, and a change by someone else. */
export function SectionForm<S extends SettingsSection, V extends object>(props: Props<S, V>) {
  const { data } = useSuspenseQuery(settings(props.section))
  return (
    <Stack gap={4}>
      <Stack gap={1}>
        <h2>{m.settingsPart({ part: props.section })}</h2>
        <p className={patterns.muted}>{props.lead}</p>
      </Stack>
      {/* A new version, including an undo, starts from its own values, or from the unsaved ones. */}
      <Editor key={data.version} present={data} {...props} />
    </Stack>
  )
}

function Editor<S extends SettingsSection, V extends object>(props: Props<S, V> & { present: Settings<S> }) {
  const { section, labels, present, valuesOf, valueOf, check = noErrors, children } = props
  const cache = useQueryClient()
  const save = useSaveSettings(section)
  const toast = useToast()
  const editing = useEditForm<V, SettingsOf<S>, Settings<S>>({
    draft: draftKey(section),
    present: baseOf(present),
    valuesOf,
    editOf: valueOf,
    check,
    send: (value, version) => save.mutateAsync({ value, version }),
    reload: async () => baseOf(await cache.fetchQuery({ ...settings(section), staleTime: 0 })),
    onSaved: async () => toast(words.saved(), { tone: 'success' }),
  })
  const { form, restored, discard } = editing
  const labelOf = (path: string) => labels[path] ?? labels[path.split('.')[0]!] ?? path
  return (
    <form {...form.props}>
      <Stack gap={4}>
        {restored.length > 0 && <RestoredNotice fields={restored.map(labelOf)} onDiscard={discard} />}
        {children(form)}
        <Submit form={form} label={words.save()} />
      </Stack>
      <ConflictDialog
        editing={editing}
        what="section"
        fieldName={labelOf}
        fieldValue={(_, value) => shown(value)}
      />
    </form>
  )
}

const baseOf = <S extends SettingsSection>({ version, value }: Settings<S>) => ({ version, edit: value })
const noErrors = () => ({})

/** Shows only the beginning of long texts. */
const shown = (value: unknown) => textsIn(value).join(', ').slice(0, 300) || m.empty()

/** A text, or those of a list or of a translation. */
const textsIn = (value: unknown) =>
  (typeof value === 'object' ? Object.values(value ?? {}) : [value ?? ''])
    .filter((each) => typeof each !== 'object' && each !== '')
    .map(String)
