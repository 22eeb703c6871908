import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'

import * as m from '#shared/community/messages.ts'
import { readSettings } from '#client/lib/settings.ts'
import { SanitisedHtml } from '#client/ui/markdown/SanitisedHtml.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { ScreenTitle } from '#client/ui/page/ScreenTitle.tsx'
import { ScreenSpinner } from '#client/ui/Spinner.tsx'

import { About, DefaultLead } from './About.tsx'
import { useCommunityTexts } from './community-texts.ts'

export function AboutScreen() {
  const loaded = useCommunityTexts()
  useScrollToSection(loaded)
  if (loaded === 'loading') return <ScreenSpinner />
  const { about, ...texts } = typeof loaded === 'string' ? {} : loaded
  return (
    <>
      <ScreenTitle>{m.about()}</ScreenTitle>
      <About
        title={about?.title}
        titleIn={about?.titleIn}
        lead={
          <>
            {about?.html ? (
              <SanitisedHtml html={about.html} />
            ) : (
              <DefaultLead productName={readSettings().PRODUCT_NAME} />
            )}
            {loaded === 'failed' && <Notice tone="danger">{m.aboutFailed()}</Notice>}
          </>
        }
        texts={texts}
      />
    </>
  )
}

/** The browser looks for the section before it is rendered. */
function useScrollToSection(loaded: unknown) {
  const { hash } = useLocation()
  useEffect(() => {
    if (hash && loaded !== 'loading') document.getElementById(hash.slice(1))?.scrollIntoView()
  }, [hash, loaded])
}
