import { CopyField } from '#client/ui/CopyField.tsx'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import { Notice } from '#client/ui/Notice.tsx'

import styles from './calendar-feed.module.css'

/** `webcal:` makes the device's calendar program ask whether to follow it. */
const forCalendars = (url: string) => url.replace(/^https?:/, 'webcal:')

export const NewAddress = ({ url }: { url: string }) => (
  <>
    <Notice tone="success" title="Here is your address">
      It is shown this once. Whoever has it can read your calendar, so keep it to yourself.
    </Notice>
    <CopyField label="Secret address" name="feed" value={url} />
    <LinkButton to={forCalendars(url)} reloadDocument>
      Open in my calendar program
    </LinkButton>
    <p className={styles.quiet}>
      Calendars on the web, such as Google’s, take the copied address where they offer to add one “from URL”.
    </p>
  </>
)
