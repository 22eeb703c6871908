import type { Community } from '#server/modules/community/module.ts'

import type { ChapterAccess } from './access.ts'

type Settings = Awaited<ReturnType<Community['publicSettings']>>

/**
 * The public settings with a sign that members see chapters, which pages of other communities do not have. The same object
 * until one changes.
 */
export function createPageSettings(
  publicSettings: Community['publicSettings'],
  { areShown }: Pick<ChapterAccess, 'areShown'>,
) {
  const withChapters = new WeakMap<Settings, Settings>()
  return async (): Promise<Settings> => {
    const settings = await publicSettings()
    if (!areShown()) return settings
    return withChapters.getOrInsertComputed(settings, () => ({
      ...settings,
      page: { ...settings.page, chapters: true },
    }))
  }
}
