import { useState, useSyncExternalStore } from 'react'

import * as m from '#shared/app/messages.ts'
import { installPrompt } from '#client/lib/install-prompt.ts'
import { readSettings } from '#client/lib/settings.ts'
import { Button } from '#client/ui/Button.tsx'
import { Notice } from '#client/ui/Notice.tsx'

import { countVisit, installAnswered, isInHomeScreen, mayOfferInstall } from './install-offer.ts'

/** Offers to install the app, from the second visit until the person answers. */
export function InstallOffer() {
  const prompt = useSyncExternalStore(installPrompt.subscribe, installPrompt.get)
  const [isOpen, setOpen] = useState(() => {
    countVisit()
    return mayOfferInstall()
  })
  const onHomeScreen = isInHomeScreen()
  if (!isOpen || !(prompt || onHomeScreen === false)) return null
  const close = () => {
    installAnswered()
    setOpen(false)
  }
  const install = () => {
    close()
    void prompt?.prompt()
  }
  return (
    <Notice
      tone="info"
      title={m.installTitle({ product: readSettings().PRODUCT_NAME })}
      actions={
        <>
          {prompt && <Button onClick={install}>{m.install()}</Button>}
          <Button variant="secondary" onClick={close}>
            {prompt ? m.installNotNow() : m.installGotIt()}
          </Button>
        </>
      }
    >
      {prompt ? m.installText() : m.installHomeScreen()}
    </Notice>
  )
}
