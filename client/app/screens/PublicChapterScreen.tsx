import { Navigate } from 'react-router-dom'

import * as m from '#shared/chapters/messages.ts'
import { imageUrl } from '#shared/lib/image-rules.ts'
import { CHAPTER, paths } from '#shared/lib/paths.ts'
import { useAuth } from '#client/lib/auth/auth.tsx'
import { pageData, readSettings } from '#client/lib/settings.ts'
import { UpcomingEvents } from '#client/modules/events/public-events/UpcomingEvents.tsx'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import page from '#client/ui/styles/public-page.module.css'

import { NotFoundScreen } from './NotFoundScreen.tsx'

/** A public chapter for visitors, from what the page has of it. Members see its page for them. */
export function PublicChapterScreen({ slug }: { slug: string }) {
  const auth = useAuth()
  const chapter = pageData('public-chapter')
  const forMembers = `${paths.connections}?${CHAPTER}=${encodeURIComponent(slug)}`
  if (auth.state === 'signed-in') return <Navigate to={forMembers} replace />
  if (!chapter) return <NotFoundScreen />
  const { name, place, region, cover, about, events } = chapter
  const { COMMUNITY, HOST } = readSettings()
  return (
    <>
      <title>{`${name} · ${readSettings().PRODUCT_NAME}`}</title>
      <section className={`${page.band} ${page.hero}`}>
        <div className={page.text}>
          <h1 className={page.title}>{name}</h1>
          <p className={page.lead}>
            {[...new Set([place, region])].filter((part) => part && part !== name).join(', ')}
          </p>
          {cover && <img src={imageUrl(cover)} alt="" />}
          {about.split('\n\n').map((text) => (
            <p key={text}>{text}</p>
          ))}
          <div>
            <LinkButton to={`${paths.onboarding}?next=${encodeURIComponent(forMembers)}`}>
              {m.joinPublic({ name })}
            </LinkButton>
          </div>
        </div>
      </section>
      {events.length > 0 && (
        <UpcomingEvents
          events={events}
          feedHost={COMMUNITY?.eventFeeds === false ? undefined : HOST}
          feedQuery={`?${CHAPTER}=${chapter.slug}`}
        />
      )}
    </>
  )
}
