import type { MemberProfile } from '#shared/members.ts'
import { TIERS, type Tier } from '#shared/prestige-rules.ts'
import { createSearchIndex } from '#server/search/index.ts'
import { fold } from '#server/views/words.ts'
import type { Store } from '#server/store/port.ts'

import { prestigeSettings, prestigeSummaries } from './collection.ts'
import type { Confirmed } from './rings.ts'

interface PublicProfile {
  name: string
  industry?: string | undefined
  photo?: string | undefined
}

/**
 * In memory: who is listed, by tier and industry, and who confirmed whom. Tiers are those that were calculated last;
 * what is shown reads the store.
 */
export function createPrestigeReadModel(store: Pick<Store, 'openFeed'>) {
  const index = createSearchIndex()
  const profiles = new Map<string, PublicProfile>()
  const listed = new Set<string>()
  const tiers = new Map<string, Tier>()
  const confirmed = new Map<string, Confirmed & { tier: Tier }>()
  const membersOfPhoto = new Map<string, Set<string>>()

  function refresh(id: string) {
    const profile = profiles.get(id)
    if (!profile || !listed.has(id)) return index.remove(id)
    const tier = tiers.get(id) ?? 'Member'
    index.put({
      id,
      key: `${TIERS.length - TIERS.indexOf(tier)} ${fold(profile.name)}`,
      words: [],
      facets: { tier: [tier], industry: profile.industry ? [profile.industry] : [] },
    })
  }

  function keepProfile(id: string, profile: PublicProfile) {
    profiles.set(id, profile)
    if (profile.photo) membersOfPhoto.getOrInsertComputed(profile.photo, () => new Set()).add(id)
    refresh(id)
  }

  function removeProfile(id: string) {
    const photo = profiles.get(id)?.photo
    if (photo) membersOfPhoto.get(photo)?.delete(id)
    if (photo && membersOfPhoto.get(photo)?.size === 0) membersOfPhoto.delete(photo)
    profiles.delete(id)
  }

  const settingsFeed = store.openFeed(prestigeSettings, {
    put(settings) {
      if (settings.listed) listed.add(settings.id)
      else listed.delete(settings.id)
      refresh(settings.id)
    },
    remove(id) {
      listed.delete(id)
      refresh(id)
    },
    reset() {
      const ids = [...listed]
      listed.clear()
      ids.forEach(refresh)
    },
  })
  const summaryFeed = store.openFeed(prestigeSummaries, {
    put({ id, evaluated }) {
      // Changed a moment ago: the job calculates it within a minute.
      if (!evaluated) return
      tiers.set(id, evaluated.tier)
      if (evaluated.confirmers.length > 0) confirmed.set(id, evaluated)
      else confirmed.delete(id)
      refresh(id)
    },
    remove: removeSummary,
    reset: () => [...tiers.keys()].forEach(removeSummary),
  })

  function removeSummary(id: string) {
    tiers.delete(id)
    confirmed.delete(id)
    refresh(id)
  }

  return {
    /** Told about everyone in the directory, as visitors see them. */
    profiles: {
      put({ id, displayName, industry, photo }: MemberProfile) {
        removeProfile(id)
        keepProfile(id, { name: displayName, industry, photo })
      },
      remove(id: string) {
        removeProfile(id)
        refresh(id)
      },
    },
    listed: () => settingsFeed.sync().then(() => summaryFeed.sync().then(() => index)),
    /** As calculated last; absent for those who have earned nothing. */
    tiers: (): Promise<ReadonlyMap<string, Tier>> => summaryFeed.sync().then(() => tiers),
    /** By id, without those whom too many confirmed for a ring. */
    confirmed: (): Promise<ReadonlyMap<string, Confirmed & { tier: Tier }>> =>
      summaryFeed.sync().then(() => confirmed),
    /** Ids of listed members whose public photo it is. */
    membersWithPhoto: (photo: string) =>
      settingsFeed.sync().then(() => [...(membersOfPhoto.get(photo) ?? [])].filter((id) => listed.has(id))),
  }
}

export type PrestigeReadModel = ReturnType<typeof createPrestigeReadModel>
