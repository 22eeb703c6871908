import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'

import { paths } from '#shared/paths.ts'
import { ownProfile } from '#client/lib/own-profile.ts'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import { PageHeader } from '#client/ui/PageHeader.tsx'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'

import { ProfileForm } from './ProfileForm.tsx'

export function Component() {
  const { data: profile } = useSuspenseQuery(ownProfile)
  const cache = useQueryClient()
  return (
    <>
      <ScreenTitle>Your profile</ScreenTitle>
      <PageHeader
        title="Your profile"
        lead="How other members get to know you."
        actions={
          <LinkButton variant="secondary" to={paths.memberProfile(profile.id)}>
            See it as it is shown
          </LinkButton>
        }
      />
      <ProfileForm
        profile={profile}
        onSaved={async (saved) => {
          cache.setQueryData(ownProfile.queryKey, saved)
          await Promise.all([
            cache.invalidateQueries({ queryKey: ['dashboard'] }),
            cache.invalidateQueries({ queryKey: ['members', profile.id] }),
          ])
        }}
        // Without a server this says so at once; by default it would wait for one in silence.
        onReload={() =>
          cache.fetchQuery({ ...ownProfile, staleTime: 0, networkMode: 'always', retry: false })
        }
      />
    </>
  )
}
