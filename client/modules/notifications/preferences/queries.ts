import type { Preferences, PreferencesEdit } from '#shared/notifications/preferences.ts'
import type { VersionedQuery } from '#client/lib/edits/use-versioned-form.ts'
import { request } from '#client/lib/request.ts'

export const preferences: VersionedQuery<Preferences> = {
  queryKey: ['notification-preferences'],
  queryFn: ({ signal }) => request('GET /api/notifications/preferences', { signal }),
}

export const savePreferences = (edit: PreferencesEdit, version: number) =>
  request('PUT /api/notifications/preferences', { body: edit, ifMatch: version })
