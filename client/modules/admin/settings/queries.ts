import { queryOptions } from '@tanstack/react-query'

import type { Settings, SettingsChange, SettingsOf, SettingsSection } from '#shared/community/settings.ts'
import type { Page } from '#shared/lib/page.ts'
import { useAdminCommand } from '#client/modules/admin/use-admin-command.ts'
import { removeDraft } from '#client/lib/storage/drafts.ts'
import { pagedQuery } from '#client/lib/pages.ts'
import { request } from '#client/lib/request.ts'

import { draftKey } from './drafts.ts'

const pathOf = (section: SettingsSection) => `/api/admin/settings/${section}` as const
// For a section that only the caller knows, TypeScript infers the answers of all sections: each `as` narrows to the caller's.
const keyOf = (section: SettingsSection) => ['admin', 'settings', section]

/** One section of the settings, with the version that its next change is based on. */
export const settings = <S extends SettingsSection>(section: S) =>
  queryOptions({
    queryKey: keyOf(section),
    queryFn: ({ signal }) => request(`GET ${pathOf(section)}`, { signal }) as Promise<Settings<S>>,
  })

/** Changes of a section, newest first. */
export const settingsChanges = <S extends SettingsSection>(section: S) =>
  pagedQuery([...keyOf(section), 'changes'], ({ cursor, signal }) => {
    const page = request(`GET ${pathOf(section)}/changes`, { query: { cursor }, signal })
    return page as Promise<Page<SettingsChange<S>>>
  })

export const useSaveSettings = <S extends SettingsSection>(section: S) =>
  useAdminCommand(async ({ value, version }: { value: SettingsOf<S>; version: number }) => {
    const saved = await request(`PUT ${pathOf(section)}`, { body: value, ifMatch: version })
    // Removed before the new version is loaded: the form starts from it, with nothing unsaved.
    removeDraft(draftKey(section))
    return saved as Settings<S>
  })
