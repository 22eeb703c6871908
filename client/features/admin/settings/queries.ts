import { queryOptions } from '@tanstack/react-query'

import type { Settings, SettingsChange, SettingsOf, SettingsSection } from '#shared/community-settings.ts'
import { useAdminCommand } from '#client/features/admin/use-admin-command.ts'
import { removeDraft } from '#client/lib/drafts.ts'
import { pagedQuery } from '#client/lib/pages.ts'
import { request } from '#client/lib/request.ts'

import { draftOf } from './drafts.ts'

const urlOf = (section: SettingsSection) => `/api/admin/settings/${section}`
const keyOf = (section: SettingsSection) => ['admin', 'settings', section]

/** One section of the settings, with the version that its next change is based on. */
export const settings = <S extends SettingsSection>(section: S) =>
  queryOptions({
    queryKey: keyOf(section),
    queryFn: ({ signal }) => request<Settings<S>>(urlOf(section), { signal }),
  })

/** Newest first. */
export const settingsChanges = <S extends SettingsSection>(section: S) =>
  pagedQuery<SettingsChange<S>>([...keyOf(section), 'changes'], `${urlOf(section)}/changes`)

export const useSaveSettings = <S extends SettingsSection>(section: S) =>
  useAdminCommand(async ({ value, version }: { value: SettingsOf<S>; version: number }) => {
    const saved = await request<Settings<S>>(urlOf(section), { method: 'PUT', body: value, ifMatch: version })
    // Before the new version is loaded: the form starts from it, with nothing unsaved.
    removeDraft(draftOf(section))
    return saved
  })
