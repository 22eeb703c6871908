import type { Preferences, PreferencesEdit } from '#shared/notification-preferences.ts'
import type { VersionedQuery } from '#client/lib/edits/use-versioned-form.ts'
import { request } from '#client/lib/request.ts'

const URL = '/api/notifications/preferences'

export const preferences: VersionedQuery<Preferences> = {
  queryKey: ['notification-preferences'],
  queryFn: ({ signal }) => request(URL, { signal }),
}

export const savePreferences = (edit: PreferencesEdit, version: number) =>
  request<Preferences>(URL, { method: 'PUT', body: edit, ifMatch: version })
