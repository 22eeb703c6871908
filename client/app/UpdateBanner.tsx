import { useSyncExternalStore } from 'react'

import { outdated } from '#client/lib/request.ts'
import { readSettings } from '#client/lib/settings.ts'
import { Button } from '#client/ui/Button.tsx'
import { classNames } from '#client/ui/class-names.ts'

import styles from './banner.module.css'

/** Stays until the page is reloaded: no call of this page succeeds any more. */
export function UpdateBanner() {
  const isOutdated = useSyncExternalStore(outdated.subscribe, outdated.get)
  return (
    <output>
      {isOutdated && (
        <p className={classNames(styles.banner, styles.withAction)}>
          {readSettings().PRODUCT_NAME} was updated. Reload this page to continue.
          <Button variant="secondary" onClick={() => location.reload()}>
            Reload
          </Button>
        </p>
      )}
    </output>
  )
}
