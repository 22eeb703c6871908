import { useState } from 'react'

import { EVENT_LIMITS } from '#shared/event-rules.ts'
import { Button } from '#client/ui/Button.tsx'
import { Markdown } from '#client/ui/markdown/Markdown.tsx'
import { TextField } from '#client/ui/TextField.tsx'

import styles from './fields.module.css'

interface Props {
  name: string
  value: string
  onChange: (value: string) => void
  error?: string
}

/** Markdown, and what becomes of it. */
export function DescriptionField(props: Props) {
  const [isPreview, setPreview] = useState(false)
  return (
    <div className={styles.description}>
      <TextField
        {...props}
        label="Description"
        hint="Markdown: **bold**, *italic*, - lists, ## headings, [links](https://…)."
        multiline
        rows={8}
        maxLength={EVENT_LIMITS.description}
        optional
      />
      <Button
        variant="quiet"
        aria-expanded={isPreview}
        disabled={!props.value.trim()}
        onClick={() => setPreview(!isPreview)}
      >
        {isPreview ? 'Hide preview' : 'Show preview'}
      </Button>
      {isPreview && props.value.trim() && (
        <section className={styles.preview} aria-label="Preview of the description">
          <Markdown headingLevel={2}>{props.value}</Markdown>
        </section>
      )}
    </div>
  )
}
