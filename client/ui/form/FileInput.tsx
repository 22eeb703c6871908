import patterns from '#client/ui/styles/patterns.module.css'

import styles from './FileInput.module.css'

interface Props {
  label: string
  /** Endings and media types, as in the attribute of the same name. */
  accept: string
  /** Shown while a file is read. */
  busy: string | false
  onChoose: (file: File) => void
}

export function FileInput({ label, accept, busy, onChoose }: Props) {
  return (
    <>
      <input
        type="file"
        className={styles.input}
        aria-label={label}
        accept={accept}
        onChange={(event) => {
          const [file] = event.target.files ?? []
          // Allows choosing the same file again after it was changed.
          event.target.value = ''
          if (file) onChoose(file)
        }}
      />
      <output className={patterns.muted}>{busy}</output>
    </>
  )
}
