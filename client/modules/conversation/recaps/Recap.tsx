import { useQuery, useQueryClient } from '@tanstack/react-query'

import { rich } from '#client/ui/rich.tsx'
import * as words from '#shared/lib/messages.ts'
import * as m from '#shared/conversation/messages.ts'
import { canOnEvent } from '#shared/events/rights.ts'
import type { RecapPicture } from '#shared/conversation/recaps/schema.ts'
import type { EventDetails } from '#shared/events/schema.ts'
import { imageUrl } from '#shared/lib/image-rules.ts'
import { useCommand } from '#client/lib/use-command.ts'
import { Button } from '#client/ui/Button.tsx'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import { LinkedText } from '#client/ui/text/LinkedText.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { hidden } from '#client/ui/VisuallyHidden.tsx'

import { askForRemoval, eventRecap, keepPicture, removePicture } from './queries.ts'
import styles from './recap.module.css'

/** Text and pictures by the hosts of a past event. */
export function Recap({ event }: { event: EventDetails }) {
  const { id } = event
  const managed = canOnEvent(event, 'edit')
  const { data } = useQuery({ ...eventRecap(id), throwOnError: false })
  const { text = '', pictures = [] } = data ?? {}
  const isEmpty = !text && pictures.length === 0
  if (!data || (isEmpty && !managed)) return null
  return (
    <section className={styles.recap}>
      <h2>{m.recapTitle()}</h2>
      {text && (
        <p className={patterns.asTyped}>
          <LinkedText>{text}</LinkedText>
        </p>
      )}
      {pictures.length > 0 && (
        <ul className={styles.pictures}>
          {pictures.map((picture) => (
            <li key={picture.image}>
              {picture.isWithdrawn ? (
                <Withdrawn eventId={id} picture={picture} />
              ) : (
                <Picture eventId={id} picture={picture} managed={managed} />
              )}
            </li>
          ))}
        </ul>
      )}
      {managed && (
        <>
          {isEmpty && <p className={patterns.muted}>{m.recapEmpty()}</p>}
          <div>
            <LinkButton variant="secondary" to="?manage=recap">
              {isEmpty ? m.recapWrite() : m.recapEdit()}
            </LinkButton>
          </div>
        </>
      )}
    </section>
  )
}

interface PictureProps {
  eventId: string
  picture: RecapPicture
}

function Picture({ eventId, picture: { image, alt }, managed }: PictureProps & { managed: boolean }) {
  const cache = useQueryClient()
  const { run, isPending } = useCommand({
    command: () => askForRemoval(eventId, image),
    done: m.recapHidden(),
    onSuccess: () => cache.invalidateQueries({ queryKey: eventRecap(eventId).queryKey }),
  })
  return (
    <>
      <img
        className={styles.picture}
        src={imageUrl(image)}
        alt={alt}
        width={1280}
        height={720}
        loading="lazy"
        decoding="async"
      />
      {!managed && (
        <div>
          <Button variant="quiet" busy={isPending && m.recapHiding()} onClick={() => run()}>
            {rich(m.recapAskRemoval({ picture: alt, hidden }))}
          </Button>
        </div>
      )}
    </>
  )
}

/** A picture that someone asked to remove, for those who manage the event. */
function Withdrawn({ eventId, picture: { image, alt } }: PictureProps) {
  const cache = useQueryClient()
  const onSuccess = () => cache.invalidateQueries({ queryKey: eventRecap(eventId).queryKey })
  const keep = useCommand({
    command: () => keepPicture(eventId, image),
    done: m.recapShown(),
    onSuccess,
  })
  const remove = useCommand({
    command: () => removePicture(eventId, image),
    done: m.recapRemoved(),
    onSuccess,
  })
  return (
    <Notice
      tone="warning"
      title={m.recapAsked()}
      actions={
        <>
          <Button busy={remove.isPending && words.removing()} onClick={() => remove.run()}>
            {m.recapRemove()}
          </Button>
          <Button variant="secondary" busy={keep.isPending && words.saving()} onClick={() => keep.run()}>
            {m.recapKeep()}
          </Button>
        </>
      }
    >
      {m.recapAskedText({ picture: alt })}
    </Notice>
  )
}
