import { type DragEvent, lazy, type ReactNode, Suspense, useId, useState } from 'react'

import { explainProblem } from '#client/lib/use-form.ts'
import { classNames } from '#client/ui/class-names.ts'
import { FieldError } from '#client/ui/Field.tsx'

import type { PictureLimits } from './encode.ts'
import { PictureButtons } from './PictureButtons.tsx'
import { PictureError } from './picture-error.ts'
import styles from './PictureField.module.css'

const CropDialog = lazy(async () => ({ default: (await import('./CropDialog.tsx')).CropDialog }))

interface Props {
  label: string
  name: string
  hint?: ReactNode
  error?: string | undefined
  /** Of the finished picture, whose shape follows from width and height. */
  limits: PictureLimits
  /** What is there now, or empty. */
  url: string
  /** In the place of a picture while there is none. */
  placeholder?: ReactNode
  /** It will be shown as a circle. */
  round?: boolean
  /** Takes the finished picture, a small WebP. What it throws is shown, and the part stays chosen. */
  onPick: (picture: Blob) => Promise<void>
  onRemove: () => void
}

/** A picture: chosen or dropped, cut to its shape, and made small in the browser. */
export function PictureField({ label, name, hint, error, limits, round = false, ...props }: Props) {
  const { picture, busy, failure, open, close } = useOpening()
  const { dropping, drop } = useDrop((file) => void open(file))
  const ids = { hint: useId(), error: useId() }
  const wrong = failure ?? error
  return (
    <fieldset className={classNames(styles.field, dropping && styles.dropping)} {...drop}>
      <legend className={styles.label}>{label}</legend>
      <div className={styles.content}>
        <Preview url={props.url} limits={limits} round={round} placeholder={props.placeholder} />
        <div className={styles.acts}>
          <PictureButtons
            what={label.toLowerCase()}
            name={name}
            isThere={props.url !== ''}
            busy={busy}
            invalid={wrong !== undefined}
            describedBy={wrong ? `${ids.hint} ${ids.error}` : ids.hint}
            onFile={(file) => void open(file)}
            onRemove={props.onRemove}
          />
          <p id={ids.hint} className={styles.hint}>
            {hint ?? 'Or drop a picture here. Where and when it was taken is not sent along.'}
          </p>
          <div aria-live="polite">{wrong && <FieldError id={ids.error}>{wrong}</FieldError>}</div>
        </div>
      </div>
      {picture && (
        <Suspense>
          <CropDialog
            picture={picture}
            limits={limits}
            round={round}
            onClose={close}
            onDone={(part) => props.onPick(part).then(close)}
            explain={inWords}
          />
        </Suspense>
      )}
    </fieldset>
  )
}

type PreviewProps = Pick<Props, 'url' | 'limits' | 'round' | 'placeholder'>

function Preview({ url, limits: { width, height }, round, placeholder }: PreviewProps) {
  if (!url && placeholder) return placeholder
  return (
    <div
      className={classNames(styles.preview, round && styles.round)}
      style={{ aspectRatio: `${width} / ${height}` }}
    >
      {url && <img src={url} alt="" width={width} height={height} />}
    </div>
  )
}

/** The code that opens pictures comes with the first one. */
function useOpening() {
  const [picture, setPicture] = useState<ImageBitmap>()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()

  async function open(file: File) {
    setBusy(true)
    setFailure(undefined)
    try {
      const { readPicture } = await import('./read-picture.ts')
      setPicture(await readPicture(file))
    } catch (error) {
      setFailure(inWords(error))
    } finally {
      setBusy(false)
    }
  }

  function close() {
    picture?.close()
    setPicture(undefined)
  }

  return { picture, busy, failure, open, close }
}

function useDrop(onFile: (file: File) => void) {
  const [dropping, setDropping] = useState(false)
  const drop = {
    onDragOver(event: DragEvent) {
      event.preventDefault()
      setDropping(true)
    },
    onDragLeave: () => setDropping(false),
    onDrop(event: DragEvent) {
      event.preventDefault()
      setDropping(false)
      const [file] = event.dataTransfer.files
      if (file) onFile(file)
    },
  }
  return { dropping, drop }
}

function inWords(error: unknown) {
  if (error instanceof PictureError) return error.message
  return explainProblem(error).message ?? 'This picture could not be taken. Please try another.'
}
