import { useState } from 'react'

import { saveFile } from '#client/lib/files.ts'
import { useRecentSignIn } from '#client/lib/recent-sign-in.ts'
import { readSettings } from '#client/lib/settings.ts'
import { explainProblem } from '#client/lib/use-form.ts'
import { Button } from '#client/ui/Button.tsx'
import { useToast } from '#client/ui/toast.ts'

interface Props {
  label: string
  /** After the product's name: `members.csv`. */
  file: string
  download: () => Promise<Blob>
}

/** Says that it works, and why it failed: a plain link would say neither. */
export function DownloadButton({ label, file, download }: Props) {
  const [busy, setBusy] = useState(false)
  const toast = useToast()
  const withRecentSignIn = useRecentSignIn()
  const start = async () => {
    setBusy(true)
    try {
      saveFile(`${readSettings().PRODUCT_SLUG}-${file}`, await withRecentSignIn(download))
    } catch (error) {
      toast(explainProblem(error).message ?? '', { tone: 'danger' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button variant="secondary" busy={busy && 'Preparing…'} onClick={() => void start()}>
      {label}
    </Button>
  )
}
