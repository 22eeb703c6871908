import * as m from '#shared/admin/messages.ts'
import { saveFile } from '#client/lib/files/save-file.ts'
import { useRecentSignIn } from '#client/lib/recent-sign-in.ts'
import { readSettings } from '#client/lib/settings.ts'
import { useCommand } from '#client/lib/use-command.ts'
import { Button } from '#client/ui/Button.tsx'

interface Props {
  label: string
  /** File name after the product's name: `members.csv`. */
  file: string
  download: () => Promise<Blob>
}

/** Shows progress and errors, which a plain link would not. */
export function DownloadButton({ label, file, download }: Props) {
  const withRecentSignIn = useRecentSignIn()
  const { run, isPending } = useCommand({
    command: () => withRecentSignIn(download),
    onSuccess: (content) => saveFile(`${readSettings().PRODUCT_SLUG}-${file}`, content),
  })
  return (
    <Button variant="secondary" busy={isPending && m.preparing()} onClick={() => run()}>
      {label}
    </Button>
  )
}
