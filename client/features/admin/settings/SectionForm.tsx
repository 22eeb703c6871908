import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense } from 'react'

import type { Settings, SettingsOf, SettingsSection } from '#shared/community-settings.ts'
import { RestoredNotice } from '#client/lib/edits/Unsaved.tsx'
import { useEditForm } from '#client/lib/edits/use-edit-form.ts'
import { useFocusFallback } from '#client/lib/use-focus-fallback.ts'
import type { FieldErrors, Form } from '#client/lib/use-form.ts'
import { Button } from '#client/ui/Button.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import patterns from '#client/ui/patterns.module.css'
import { Stack } from '#client/ui/Stack.tsx'
import { useToast } from '#client/ui/toast.ts'

import { draftOf } from './drafts.ts'
import { settings, useSaveSettings } from './queries.ts'

const ChangedElsewhere = lazy(async () => ({
  default: (await import('#client/lib/edits/ChangedElsewhere.tsx')).ChangedElsewhere,
}))

interface Props<S extends SettingsSection, V extends object> {
  section: S
  title: string
  lead: ReactNode
  /** Of the fields, by their path. */
  labels: Readonly<Record<string, string>>
  valuesOf: (value: SettingsOf<S>) => V
  /** @param before the state that the form started from */
  valueOf: (values: V, before: SettingsOf<S>) => SettingsOf<S>
  check?: (values: V) => FieldErrors
  children: (form: Form<V>) => ReactNode
}

/** Edits one section. What was typed survives a reload, and a change by someone else. */
export function SectionForm<S extends SettingsSection, V extends object>(props: Props<S, V>) {
  const { data } = useSuspenseQuery(settings(props.section))
  const heading = useFocusFallback<HTMLHeadingElement>(data.version)
  return (
    <Stack gap={4}>
      <Stack gap={1}>
        <h2 ref={heading} tabIndex={-1}>
          {props.title}
        </h2>
        <p className={patterns.muted}>{props.lead}</p>
      </Stack>
      {/* A new version, an undo too, starts from what it is, or from what is not saved yet. */}
      <Editor key={data.version} present={data} {...props} />
    </Stack>
  )
}

function Editor<S extends SettingsSection, V extends object>(props: Props<S, V> & { present: Settings<S> }) {
  const { section, labels, present, valuesOf, valueOf, check = noErrors, children } = props
  const cache = useQueryClient()
  const save = useSaveSettings(section)
  const toast = useToast()
  const { form, restored, discard, overtaken, decide, decideLater } = useEditForm<
    V,
    SettingsOf<S>,
    Settings<S>
  >({
    draft: draftOf(section),
    present: baseOf(present),
    valuesOf,
    editOf: valueOf,
    check,
    send: (value, version) => save.mutateAsync({ value, version }),
    reload: async () => baseOf(await cache.fetchQuery({ ...settings(section), staleTime: 0 })),
    onSaved: async () => toast('Saved.', { tone: 'success' }),
  })
  const labelOf = (path: string) => labels[path] ?? labels[path.split('.')[0]!] ?? path
  return (
    <form {...form.props}>
      <Stack gap={4}>
        {restored.length > 0 && <RestoredNotice fields={restored.map(labelOf)} onDiscard={discard} />}
        {form.failure && <Notice tone="danger">{form.failure}</Notice>}
        {children(form)}
        <div className={patterns.actions}>
          <Button type="submit" busy={form.busy && 'Saving…'}>
            Save
          </Button>
        </div>
      </Stack>
      {overtaken && (
        <Suspense>
          <ChangedElsewhere
            what="section"
            overtaken={overtaken}
            fieldName={labelOf}
            fieldValue={(_, value) => shown(value)}
            onDecide={(edit) => void decide(overtaken, edit as SettingsOf<S>)}
            onLater={decideLater}
          />
        </Suspense>
      )}
    </form>
  )
}

const baseOf = <S extends SettingsSection>({ version, value }: Settings<S>) => ({ version, edit: value })
const noErrors = () => ({})

/** Long texts by their beginning. */
const shown = (value: unknown) =>
  (Array.isArray(value) ? value.filter((each) => typeof each === 'string').join(', ') : String(value)).slice(
    0,
    300,
  ) || 'Empty'
