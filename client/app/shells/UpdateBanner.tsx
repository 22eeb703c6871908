import { useSyncExternalStore } from 'react'

import * as m from '#shared/app/messages.ts'
import { outdated } from '#client/lib/http.ts'
import { readSettings } from '#client/lib/settings.ts'
import { Button } from '#client/ui/Button.tsx'
import { classNames } from '#client/ui/class-names.ts'

import styles from './banner.module.css'

/** Stays until the page is reloaded: no call of this page can succeed any more. */
export function UpdateBanner() {
  const isOutdated = useSyncExternalStore(outdated.subscribe, outdated.get, outdated.get)
  return (
    <output>
      {isOutdated && (
        <p className={classNames(styles.banner, styles.withAction)}>
          {m.updated({ product: readSettings().PRODUCT_NAME })}
          <Button variant="secondary" onClick={() => location.reload()}>
            {m.reload()}
          </Button>
        </p>
      )}
    </output>
  )
}
