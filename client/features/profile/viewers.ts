import { type Viewer, VIEWERS } from '#shared/profile.ts'

/** Through whose eyes the owner looks: `?as=member`. */
export const viewAsSearch = (viewer: Viewer) => `?as=${viewer}`

export function viewerOfAddress({ search }: { search: string }) {
  const wanted = new URLSearchParams(search).get('as')
  return VIEWERS.find((viewer) => viewer === wanted)
}
