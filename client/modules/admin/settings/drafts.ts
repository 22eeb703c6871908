import type { SettingsSection } from '#shared/community/settings.ts'

/** The name under which unsaved changes of a section are stored. */
export const draftKey = (section: SettingsSection) => `settings-${section}`
